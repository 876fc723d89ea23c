import { setTimeout as wait } from 'node:timers/promises'
import type { Updateable } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { BounceKind } from '#shared/suppression.ts'
import type { Services } from '../http/context.ts'
import { noteBounce, tellOfBounce } from './bounces.ts'
import type { Email } from './email-message.ts'

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

type Outcome = Updateable<Tables['outbox']> & {
  /** What a refusal says of the address; it is stored with the outcome, or neither. */
  bounceKind?: BounceKind | null
}

/** Lets go of a claimed email. @returns whether it was still this process's */
export async function settle(
  services: OutboxServices,
  { id, claim }: Pick<ClaimedEmail, 'id' | 'claim'>,
  { bounceKind, ...outcome }: Outcome,
) {
  const { database, log } = services
  const letGo = async (by: Database) => {
    const { numUpdatedRows } = await by
      .updateTable('outbox')
      .set({ ...outcome, claim: null })
      .where('id', '=', id)
      .where('claim', '=', claim)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  const isOurs = await (bounceKind
    ? database.transaction().execute(async (transaction) => {
        if (!(await letGo(transaction))) return false
        const bounce = { id, kind: bounceKind, detail: outcome.last_error ?? '' }
        await noteBounce(transaction, services, bounce)
        return true
      })
    : letGo(database))
  if (!isOurs) log.warn({ id }, 'another process has taken the email over')
  else if (bounceKind) tellOfBounce(services)
  return isOurs
}

/**
 * Settles an email as soon as the database takes it. As long as the lease lasts no other process sends what the mail
 * server may have accepted.
 */
export async function settleInTime(
  services: OutboxServices,
  claimed: ClaimedEmail,
  outcome: Outcome,
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
