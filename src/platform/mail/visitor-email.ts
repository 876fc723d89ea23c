import { company } from '#shared/company.ts'
import { type EmailTemplate, fillEmail } from '#shared/email-templates.ts'
import type { RequestContext } from '../http/context.ts'
import { type EmailPart, signOff } from './email-parts.ts'
import { greetingOf } from './greeting.ts'
import type { Email } from './mailer.ts'

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

/** Makes an email by a template as somebody would get it, of what is in the database or of made-up values. */
export type VisitorEmailExample = (
  context: RequestContext,
  recipient: { email: string; name: string },
  template: Template,
) => Email | Promise<Email>
