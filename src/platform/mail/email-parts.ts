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

/** What an email says, in its order, from which text and HTML are made. A string is a paragraph. */
export type EmailPart =
  | string
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
  if ('facts' in part) {
    return part.facts
      .map((fact) => `${fact.label}: ${'url' in fact ? fact.url : fact.value}`)
      .join('\n')
  }
  if ('quote' in part) {
    const lines = part.quote.split(/\r?\n/)
    return [part.text, ...lines.map((line) => `> ${line}`.trimEnd())].join('\n')
  }
  return `${part.text}\n${part.url}`
}
