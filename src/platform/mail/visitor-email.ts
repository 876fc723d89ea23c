import { company } from '#shared/company.ts'
import { type EmailTemplate, fillEmail } from '#shared/email-templates.ts'
import type { RequestContext } from '../http/context.ts'
import type { Email } from './email-message.ts'
import { type EmailPart, signOff } from './email-parts.ts'

export type Template = Pick<EmailTemplate, 'subject' | 'text'>

/**
 * An email by a template of the settings.
 * @param name as the recipient typed it: no more of it is repeated than a plain first name
 * @param parts what stands in the place of `{details}`, or below the text if that lacks it
 */
export const visitorEmail = (
  { email, name }: { email: string; name: string },
  { subject, text }: Template,
  given: Readonly<Record<string, string>>,
  parts: readonly EmailPart[] = [],
): Email => {
  const values = { company: company.name, ...given }
  const [before = '', ...after] = text.split('{details}')
  const paragraphs = (some: string) =>
    fillEmail(some, values)
      .split(/\n{2,}/)
      .map((paragraph) => paragraph.trim())
      .filter(Boolean)
  return {
    recipient: email,
    subject: fillEmail(subject, values),
    parts: [
      greetingOf(name),
      ...paragraphs(before),
      ...parts,
      ...after.flatMap(paragraphs),
      signOff,
    ],
  }
}

const firstNameLengthMax = 20
const letters = String.raw`(?:\p{L}[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|\p{Lu}[\p{Lu}\p{M}]+)`
const firstName = new RegExp(`^(?:\\p{Lu}['’])?${letters}(?:['’-]${letters})?$`, 'u')
const title = /^(?:mrs?|ms|miss|sir|dr|prof|eng|rev)$/i

/**
 * The first line of an email. Anybody can register a stranger's email under any name, so no more of it is repeated than
 * the first word, if that is a name by its letters: one word is neither a link nor a message.
 */
export function greetingOf(name: string) {
  const [first = ''] = name.trim().split(/\s/)
  const isName = first.length <= firstNameLengthMax && firstName.test(first) && !title.test(first)
  return isName ? `Dear ${first},` : 'Hello,'
}

/** Makes an email by a template as somebody would get it, of what is in the database or of made-up values. */
export type VisitorEmailExample = (
  context: RequestContext,
  recipient: { email: string; name: string },
  template: Template,
) => Email | Promise<Email>
