import { setTimeout as wait } from 'node:timers/promises'
import type { Updateable } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Services } from '../http/context.ts'
import type { Email } from './mailer.ts'

const settleAgainMs = 500

export type OutboxServices = Omit<Services, 'storage'>

export type ClaimedEmail = Email & {
  id: number
  sender: string
  attempts: number
  claim: string | null
  /** When the lease ends. */
  next_try_at: string | null
}

/** Lets go of a claimed email. @returns whether it was still this process's */
export async function settle(
  { database, log }: OutboxServices,
  { id, claim }: Pick<ClaimedEmail, 'id' | 'claim'>,
  outcome: Updateable<Tables['outbox']>,
) {
  const { numUpdatedRows } = await database
    .updateTable('outbox')
    .set({ ...outcome, claim: null })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) log.warn({ id }, 'another process has taken the email over')
  return numUpdatedRows > 0n
}

/**
 * Settles an email as soon as the database takes it. As long as the lease lasts no other process sends what the mail
 * server may have accepted.
 */
export async function settleInTime(
  services: OutboxServices,
  claimed: ClaimedEmail,
  outcome: Updateable<Tables['outbox']>,
  stop: AbortSignal | undefined,
) {
  while (true) {
    try {
      return await settle(services, claimed, outcome)
    } catch (err) {
      const isOver = services.now().toISOString() >= (claimed.next_try_at ?? '')
      if (isOver || stop?.aborted) throw err
      services.log.warn({ err, id: claimed.id }, 'outcome of an email not stored yet')
      await wait(settleAgainMs, undefined, { signal: stop }).catch(() => {})
    }
  }
}
