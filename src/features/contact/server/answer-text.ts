import { textOfHtml } from '#platform/text/html.ts'

/** The characters of an answer that are kept. */
const answerLengthMax = 20_000

const isQuoted = (line: string) => line.startsWith('>')
const isEmpty = (line: string) => line.trim() === ''
/** Comes before what is quoted: 'On 2 Mar 2026, Huza wrote:', in some languages, or the line of Outlook. */
const attribution =
  /^((On|Le|Am|El|Il|Op)\b.{5,300}\b(wrote|a écrit|schrieb|escribió|ha scritto|schreef)\s*:|-{2,}\s*(Original Message|Message d'origine|Ursprüngliche Nachricht)\s*-{2,}|_{20,})$/i

const htmlMax = 200_000
const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
}

/** The text of an email, of its HTML where it has no other. */
export function bodyOf({ text, html }: { text?: string | undefined; html?: string | undefined }) {
  if (text?.trim() || !html) return text ?? ''
  const withBreaks = html.slice(0, htmlMax).replace(/<(br|\/p|\/div|\/li|\/tr|\/h\d)\b/gi, '\n$&')
  return textOfHtml(withBreaks).replace(/&(lt|gt|quot|amp);/g, (entity) => entities[entity] ?? '')
}

/**
 * Parts what somebody answers from what they quote of our email. Between quotes, as between the lines, all stays text.
 */
export function splitAnswer(body: string) {
  const lines = Array.from(
    body
      .replaceAll('\r', '')
      .slice(0, 4 * answerLengthMax)
      .split('\n'),
    clean,
  )
  const at = findQuote(lines)
  if (at < 0) return { text: ended(lines), quoted: '' }
  const end = lines.findIndex((line, index) => index > at && !isQuoted(line) && !isEmpty(line))
  const hasMarks = lines.slice(at, end < 0 ? undefined : end).some(isQuoted)
  // Without marks all that follows is quoted; with them an answer may stand below.
  const rest = hasMarks && end >= 0 ? end : lines.length
  return {
    text: ended([...lines.slice(0, at), ...lines.slice(rest)]),
    quoted: ended(lines.slice(at, rest)),
  }
}

function findQuote(lines: readonly string[]) {
  for (const [index, line] of lines.entries()) {
    // Mail programs break a long attribution.
    const both = `${line} ${lines[index + 1] ?? ''}`.trim()
    if (attribution.test(line.trim()) || (/^(On|Le|Am)\b/.test(line) && attribution.test(both))) {
      return index
    }
  }
  const last = lines.findLastIndex((line) => !isEmpty(line) && !isQuoted(line))
  const first = lines.findIndex((line, index) => index > last && isQuoted(line))
  return first
}

/** PostgreSQL takes no NUL, and nobody reads the other control characters. */
const clean = (line: string) => line.replace(/[^\P{Cc}\t]/gu, '').trimEnd()

const ended = (lines: readonly string[]) => lines.join('\n').trim().slice(0, answerLengthMax)
