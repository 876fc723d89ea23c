import { type EmailTemplate, fillEmail } from '#shared/email-templates.ts'
import type { RequestContext } from '../http/context.ts'
import { type EmailPart, signOff } from './email-parts.ts'
import { greetingOf } from './greeting.ts'
import type { Email } from './mailer.ts'

/**
 * An email to a visitor by a template of the settings.
 * @param name as the visitor typed it: no more of it is repeated than a plain first name
 * @param parts what stands below the text of the template
 */
export const visitorEmail = (
  { email, name }: { email: string; name: string },
  { subject, text }: Pick<EmailTemplate, 'subject' | 'text'>,
  values: Readonly<Record<string, string>>,
  parts: readonly EmailPart[] = [],
): Email => ({
  recipient: email,
  subject: fillEmail(subject, values),
  parts: [greetingOf(name), ...fillEmail(text, values).split(/\n{2,}/), ...parts, signOff],
})

/** Makes an email by a template as somebody would get it, of what is in the database or of made-up values. */
export type VisitorEmailExample = (
  context: RequestContext,
  recipient: { email: string; name: string },
  template: Pick<EmailTemplate, 'subject' | 'text'>,
) => Email | Promise<Email>
