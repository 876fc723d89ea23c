import type { Database } from '#database/open.ts'
import { findSystemValue } from '#database/system-values.ts'

const name = 'mailbox read to'

/** Up to which email a mailbox was read; null for one that never was. @param mailbox with its UIDVALIDITY */
export async function findMark(database: Database, mailbox: string): Promise<number | null> {
  const noted = JSON.parse((await findSystemValue(database, name)) ?? '{}')
  return noted.mailbox === mailbox ? noted.uid : null
}

/** Notes it, for the processes that read later. */
export async function noteMark(database: Database, mailbox: string, uid: number) {
  if ((await findMark(database, mailbox)) === uid) return
  const value = JSON.stringify({ mailbox, uid })
  await database
    .insertInto('system_values')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
