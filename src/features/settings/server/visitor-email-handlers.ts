import type { RequestContext } from '#platform/http/context.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { emailHtml } from '#platform/mail/email-html.ts'
import { requireStaffLimit } from '#platform/mail/email-limits.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import type { VisitorEmailExample } from '#platform/mail/visitor-email.ts'
import type { VisitorEmailKind } from '#shared/visitor-emails.ts'
import { visitorEmailsContract } from '../visitor-emails-contract.ts'

const procedures = implementContract(visitorEmailsContract)

type Written = { kind: VisitorEmailKind; subject: string; text: string }

/** @param examples how each email is made, by the features that send them */
export function visitorEmailsHandlers(examples: Record<VisitorEmailKind, VisitorEmailExample>) {
  const example = async (context: RequestContext, { kind, ...template }: Written) => {
    const viewer = requireViewer(context)
    return { viewer, email: await examples[kind](context, viewer, template) }
  }
  return procedures.router({
    preview: procedures.preview.handler(async ({ input, context }) => {
      const { viewer, email } = await example(context, input)
      const { recipient, subject, parts } = email
      return { name: viewer.name, recipient, subject, html: emailHtml(subject, parts) }
    }),

    test: procedures.test.handler(async ({ input, context }) => {
      const { viewer, email } = await example(context, input)
      const { id, name } = viewer
      await context.database.transaction().execute(async (transaction) => {
        const now = context.now()
        const person = { id, email: email.recipient, full_name: name }
        await requireStaffLimit(transaction, [person], now)
        await putInOutbox(transaction, email, now.toISOString())
      })
      return { recipient: email.recipient }
    }),
  })
}
