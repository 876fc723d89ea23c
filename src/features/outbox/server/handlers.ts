import type { Database } from '#database/open.ts'
import { retryAfterDeadlock } from '#database/retry.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, notFound } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { findWaitingEmails, retryEmail, retryFailedEmails } from '#platform/mail/outbox.ts'
import { liftSuppression } from '#platform/mail/suppressions.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { type EmailRow, outboxContract } from '../contract.ts'
import { findEmail, findEmails } from './queries.ts'

const procedures = implementContract(outboxContract)

export const outboxHandlers = procedures.router({
  list: procedures.list.handler(async ({ input, context }) => ({
    ...(await findEmails(context.database, input, input)),
    is_sending: context.config.smtpUrl !== undefined,
    waiting: await findWaitingEmails(context),
  })),

  get: procedures.get.handler(({ input, context }) => getEmail(context.database, input.id)),

  retry: procedures.retry.handler(({ input, context }) => {
    requireMailServer(context)
    return context.database.transaction().execute(async (transaction) => {
      const isDue = await retryEmail({ ...context, database: transaction }, input.id)
      const email = await getEmail(transaction, input.id)
      if (!isDue) throw conflict(whyNotDue(email))
      const line = { action: 'retried', target: 'email', id: input.id } as const
      await writeAudit(transaction, context, line)
      return email
    })
  }),

  retryFailed: procedures.retryFailed.handler(({ context }) => {
    requireMailServer(context)
    const retry = () =>
      context.database.transaction().execute(async (transaction) => {
        const retried = await retryFailedEmails({ ...context, database: transaction })
        const line = { action: 'retried', target: 'email', id: null, details: { retried } } as const
        await writeAudit(transaction, context, line)
        return { retried }
      })
    // Decisions on applicants withhold emails of several kinds, one kind after another.
    return retryAfterDeadlock(retry)
  }),

  lift: procedures.lift.handler(({ input: { id }, context }) =>
    context.database.transaction().execute(async (transaction) => {
      if (!(await liftSuppression(transaction, { id }, context.now().toISOString()))) {
        throw notFound('This suppression')
      }
      await writeAudit(transaction, context, { action: 'enabled', target: 'address', id })
    }),
  ),
})

function requireMailServer({ config }: RequestContext) {
  if (config.smtpUrl) return
  throw conflict('No mail server is configured. Emails are sent once there is one.')
}

type NotDue = Pick<EmailRow, 'sent_at' | 'status' | 'last_error'>

function whyNotDue({ sent_at, status, last_error }: NotDue) {
  if (sent_at) return 'This email has been sent already.'
  // Says why it is withheld.
  return status === 'WITHHELD' ? last_error : 'This email is being sent right now.'
}

async function getEmail(database: Database, id: number) {
  const email = await findEmail(database, id)
  if (!email) throw notFound('This email')
  return email
}
