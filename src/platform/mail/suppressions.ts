import type { Transaction } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import { dayMs } from '#shared/durations.ts'
import type { SuppressionReason } from '#shared/suppression.ts'
import { emailKeyOf } from '../text/email-key.ts'

export type Suppression = {
  id: number
  reason: SuppressionReason
  detail: string
  created_at: string
}

/** The suppressions of these addresses, by their keys. */
export async function findSuppressions(
  database: Database,
  emails: readonly string[],
): Promise<Map<string, Suppression>> {
  if (emails.length === 0) return new Map()
  const rows = await database
    .selectFrom('suppressions')
    .select(['id', 'email_key', 'reason', 'detail', 'created_at'])
    .where('email_key', 'in', [...new Set(emails.map(emailKeyOf))])
    .where('lifted_at', 'is', null)
    .execute()
  return new Map(
    rows.map(({ email_key, reason, ...row }) => [
      email_key,
      { ...row, reason: reason as SuppressionReason },
    ]),
  )
}

/**
 * Suppresses an address from now on. One that is suppressed already keeps its reason, unless its owner complains.
 * @param written when the email was that came back: what was written before a suppression was lifted is why it was
 *   suppressed then
 */
export async function suppress(
  database: Database,
  email: string,
  given: { reason: SuppressionReason; detail: string },
  written: string,
  now: string,
) {
  const row = { email, ...given, created_at: now, lifted_at: null }
  await database
    .insertInto('suppressions')
    .values({ ...row, email_key: emailKeyOf(email) })
    .onConflict((conflict) =>
      conflict
        .column('email_key')
        .doUpdateSet(row)
        .where((where) =>
          where.or([
            where('suppressions.lifted_at', '<', written),
            ...(given.reason === 'COMPLAINT'
              ? [
                  where.and([
                    where('suppressions.lifted_at', 'is', null),
                    where('suppressions.reason', '<>', 'COMPLAINT'),
                  ]),
                ]
              : []),
          ]),
        ),
    )
    .execute()
}

/** Since when an address is written to again; null if it never was suppressed, or is now. */
export async function findLifted(database: Database, email: string) {
  const row = await database
    .selectFrom('suppressions')
    .select('lifted_at')
    .where('email_key', '=', emailKeyOf(email))
    .executeTakeFirst()
  return row?.lifted_at ?? null
}

/** Lets an address get emails again. @returns whether it was suppressed */
export async function liftSuppression(
  transaction: Transaction<Tables>,
  key: { id: number } | { email: string },
  now: string,
) {
  const suppressed = transaction
    .updateTable('suppressions')
    .set({ lifted_at: now })
    .where('lifted_at', 'is', null)
  const { numUpdatedRows } = await ('id' in key
    ? suppressed.where('id', '=', key.id)
    : suppressed.where('email_key', '=', emailKeyOf(key.email))
  ).executeTakeFirst()
  return numUpdatedRows > 0n
}

const keptMs = 90 * dayMs

/** Forgets addresses that have been written to again for three months. */
export async function removeOldSuppressions({
  database,
  now,
}: {
  database: Database
  now: () => Date
}) {
  const before = new Date(now().getTime() - keptMs).toISOString()
  await database.deleteFrom('suppressions').where('lifted_at', '<=', before).execute()
}
