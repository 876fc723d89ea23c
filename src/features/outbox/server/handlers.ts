import type { Database } from '#database/open.ts'
import { conflict, notFound } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { retryEmail } from '#platform/mail/outbox.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { outboxContract } from '../contract.ts'
import { findEmail, findEmails } from './queries.ts'

const procedures = implementContract(outboxContract)

export const outboxHandlers = procedures.router({
  list: procedures.list.handler(async ({ input, context }) => ({
    ...(await findEmails(context.database, input, input)),
    is_sending: context.config.smtpUrl !== undefined,
  })),

  get: procedures.get.handler(({ input, context }) => getEmail(context.database, input.id)),

  retry: procedures.retry.handler(async ({ input, context }) => {
    if (!context.config.smtpUrl) {
      throw conflict('No mail server is configured. The email is sent once there is one.')
    }
    const isDue = await retryEmail(context, input.id)
    const email = await getEmail(context.database, input.id)
    if (!isDue) {
      throw conflict(
        email.status === 'SENT'
          ? 'This email has been sent already.'
          : 'This email is tried again by itself within minutes.',
      )
    }
    const line = { action: 'retried', target: 'email', id: input.id } as const
    await writeAudit(context.database, context, line)
    return email
  }),
})

async function getEmail(database: Database, id: number) {
  const email = await findEmail(database, id)
  if (!email) throw notFound('This email')
  return email
}
