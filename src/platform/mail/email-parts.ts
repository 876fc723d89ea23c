import { company } from '#shared/company.ts'

/** A link, which is a button if it is what the email is about. */
type LinkPart = {
  /** The sentence before the link. */
  text: string
  label: string
  url: string
  isMain?: boolean
}

/** A line of the facts: 'Place: …'. A `url` is a link; a value never is. */
type Fact = { label: string; value: string } | { label: string; url: string }

/** Some words of a formatted text. */
export type Run = { text: string; isBold?: true; isItalic?: true; url?: string }

/** A part of a formatted text, whose lists and quotes contain parts in turn. */
type TextPart =
  | { runs: readonly Run[] }
  | { heading: readonly Run[]; level: number }
  /** A list, which is numbered from `start` if it has one. */
  | { items: readonly (readonly EmailPart[])[]; start?: number }
  | { quoted: readonly EmailPart[] }
  | { isRule: true }

/** What an email says, in its order, from which text and HTML are made. A string is a paragraph. */
export type EmailPart =
  | string
  | TextPart
  | LinkPart
  | { facts: readonly Fact[] }
  /** What a stranger has typed, after the words that introduce it. */
  | { text: string; quote: string }

/** The end of every email. */
export const signOff = `${company.name}, Kigali`

/** An email as plain text. */
export const emailText = (parts: readonly EmailPart[]) => parts.map(partText).join('\n\n')

function partText(part: EmailPart): string {
  if (typeof part === 'string') return part
  if ('runs' in part) return runsText(part.runs)
  if ('heading' in part) return underlined(runsText(part.heading), part.level)
  if ('items' in part) return listText(part)
  if ('quoted' in part) return prefixed(emailText(part.quoted), '> ', '> ')
  if ('isRule' in part) return '-'.repeat(lineLength)
  if ('facts' in part) {
    return part.facts
      .map((fact) => `${fact.label}: ${'url' in fact ? fact.url : fact.value}`)
      .join('\n')
  }
  if ('quote' in part) {
    return `${part.text}\n${prefixed(part.quote, '> ', '> ')}`
  }
  return `${part.text}\n${part.url}`
}

const lineLength = 40

/** The address of a link stands behind its last words. */
const runsText = (runs: readonly Run[]) =>
  runs
    .map(({ text, url }, index) => {
      const isNamed = !url || url === text || url === runs[index + 1]?.url
      return isNamed ? text : `${text} (${url})`
    })
    .join('')

const underlined = (text: string, level: number) =>
  `${text}\n${(level === 2 ? '=' : '-').repeat(Math.min(text.length, lineLength))}`

function listText({ items, start }: Extract<EmailPart, { items: unknown }>) {
  const texts = items.map((parts, index) => {
    const mark = start === undefined ? '- ' : `${start + index}. `
    return prefixed(parts.map(partText).join('\n'), mark, ' '.repeat(mark.length))
  })
  return texts.join('\n')
}

const prefixed = (text: string, first: string, others: string) =>
  text
    .split(/\r?\n/)
    .map((line, index) => `${index === 0 ? first : others}${line}`.trimEnd())
    .join('\n')
