import { textOfHtml } from '#platform/text/html.ts'

/** The characters of an answer that are kept. */
const answerLengthMax = 20_000
/** The characters in which they are looked for, together with what is quoted. */
const readLengthMax = 4 * answerLengthMax

const isQuoted = (line: string) => line.startsWith('>')
const isEmpty = (line: string) => line.trim() === ''
/**
 * Comes before what is quoted, in some languages: 'On 2 Mar 2026, Huza wrote:'. It tells when, or from which address; what
 * people write themselves ends so, too.
 */
const attributions = [
  /^(?=.*[\d@])(On|Le|El|Il)\b.{5,300}\b((?<!\b(I|we) )wrote|a écrit|escribió|ha scritto)\s*:$/,
  /^(?=.*[\d@])(Am|Op)\b.{5,300}\b(schrieb|schreef)\b(?! (ich|wir|ik|wij|we)\b).{0,200}:$/,
  /^(-{2,}\s*(Original Message|Message d'origine|Ursprüngliche Nachricht)\s*-{2,}|_{20,})$/i,
]
const isAttribution = (line: string) => attributions.some((form) => form.test(line))

/**
 * A line of a header, which some programs set in bold: its name, and what is in it. Nothing beside `.*` takes blanks, too:
 * a long line of them would be read once for each.
 */
const header = (names: string, value = '\\S') => new RegExp(`^\\*?(${names})\\s*:.*${value}`, 'i')

/** Comes before what Outlook quotes: who wrote it, and then when, to whom and about what, as visitors never write alone. */
const firstHeader = header('From|De|Von|Da|Van')
const otherHeaders = [
  header(
    'Sent|Date|Envoyé(?: le)?|Gesendet|Datum|Enviado(?: el)?|Fecha|Inviato|Data|Verzonden',
    '\\d\\S',
  ),
  header('To|À|A|An|Para|Aan'),
  header('Subject|Objet|Betreff|Asunto|Oggetto|Onderwerp'),
]
/** The lines in which they stand, with Cc and others, and the rest of long ones. */
const headerLinesMax = 10
/** The characters of each that are read: putting many accents on one letter in order takes seconds. */
const headerLineLengthMax = 1_000

function isHeaderBlock(lines: readonly string[], at: number) {
  if (!firstHeader.test(lines[at]?.trim() ?? '')) return false
  const next = lines
    .slice(at + 1, at + headerLinesMax)
    .map((line) => line.trim().slice(0, headerLineLengthMax).normalize())
  return otherHeaders.every((one) => next.some((line) => one.test(line)))
}

const htmlMax = 200_000
const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
}

type Body = { text?: string; html?: string }

/** The text of an email, of its HTML where it has no other, and whether that is only its beginning. */
export function bodyOf({ text, html }: Body) {
  if (text?.trim() || !html) return { body: text ?? '', isCut: false }
  const withBreaks = html.slice(0, htmlMax).replace(/<(br|\/p|\/div|\/li|\/tr|\/h\d)\b/gi, '\n$&')
  const body = textOfHtml(withBreaks).replace(
    /&(lt|gt|quot|amp);/g,
    (entity) => entities[entity] ?? '',
  )
  return { body, isCut: html.length > htmlMax }
}

/** What an email answers, what it quotes of ours, and whether more of it is left out. */
export function readAnswer(email: Body) {
  const { body, isCut } = bodyOf(email)
  const { text, quoted, isLonger } = splitAnswer(body)
  return { text, quoted, isCut: isCut || isLonger }
}

/**
 * Parts what somebody answers from what they quote of our email. Between quotes, as between the lines, all stays text.
 * @returns `isLonger` where only the beginning of either is returned
 */
export function splitAnswer(body: string) {
  const whole = body.replaceAll('\r', '').trim()
  const parts = partsOf(Array.from(whole.slice(0, readLengthMax).split('\n'), clean))
  return {
    text: parts.text.slice(0, answerLengthMax),
    quoted: parts.quoted.slice(0, answerLengthMax),
    isLonger:
      whole.length > readLengthMax ||
      Object.values(parts).some(({ length }) => length > answerLengthMax),
  }
}

function partsOf(lines: readonly string[]) {
  const at = findQuote(lines)
  if (at < 0) return { text: joined(lines), quoted: '' }
  const end = lines.findIndex((line, index) => index > at && !isQuoted(line) && !isEmpty(line))
  const hasMarks = lines.slice(at, end < 0 ? undefined : end).some(isQuoted)
  // Without marks all that follows is quoted; with them an answer may stand below.
  const rest = hasMarks && end >= 0 ? end : lines.length
  return {
    text: joined([...lines.slice(0, at), ...lines.slice(rest)]),
    quoted: joined(lines.slice(at, rest)),
  }
}

function findQuote(lines: readonly string[]) {
  for (const [index, line] of lines.entries()) {
    // Mail programs break a long attribution.
    const both = `${line} ${lines[index + 1] ?? ''}`
    if (isEmpty(line)) continue
    if ([line, both].some((one) => isAttribution(one.trim()))) return index
    if (isHeaderBlock(lines, index)) return index
  }
  const last = lines.findLastIndex((line) => !isEmpty(line) && !isQuoted(line))
  const first = lines.findIndex((line, index) => index > last && isQuoted(line))
  return first
}

/** PostgreSQL takes no NUL, and nobody reads the other control characters. */
const clean = (line: string) => line.replace(/[^\P{Cc}\t]/gu, '').trimEnd()

const joined = (lines: readonly string[]) => lines.join('\n').trim()
