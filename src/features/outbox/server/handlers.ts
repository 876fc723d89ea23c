import type { Database } from '#database/open.ts'
import { conflict, notFound } from '#platform/http/errors.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { retryEmail } from '#platform/mail/outbox.ts'
import { outboxContract } from '../contract.ts'
import { findLetter, findLetters } from './queries.ts'

const calls = implementContract(outboxContract)

export const outboxHandlers = calls.router({
  list: calls.list.handler(async ({ input, context }) => ({
    ...(await findLetters(context.database, input, input)),
    is_sending: context.config.smtpUrl !== undefined,
  })),

  get: calls.get.handler(({ input, context }) => getLetter(context.database, input.id)),

  retry: calls.retry.handler(async ({ input, context }) => {
    if (!context.config.smtpUrl) {
      throw conflict('No mail server is configured. The letter is sent once there is one.')
    }
    const isDue = await retryEmail(context, input.id)
    const letter = await getLetter(context.database, input.id)
    if (!isDue) {
      throw conflict(
        letter.status === 'SENT'
          ? 'This letter has been sent already.'
          : 'This letter is tried again by itself within minutes.',
      )
    }
    context.log.info(
      { audit: 'retry', userId: requireViewer(context).id, id: input.id },
      'letter tried again',
    )
    return letter
  }),
})

async function getLetter(database: Database, id: number) {
  const letter = await findLetter(database, id)
  if (!letter) throw notFound('This letter')
  return letter
}
