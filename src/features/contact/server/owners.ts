import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Tables } from '#database/tables.ts'
import { invalidFields } from '#platform/http/errors.ts'
import { findOwners } from './queries.ts'

/** The users whom messages can be assigned to. */
export const findEnabledOwners = async (database: Parameters<typeof findOwners>[0]) =>
  (await findOwners(database)).filter(({ disabled_at }) => disabled_at === null)

/**
 * Locks the owner that messages get. Comes before the locks of messages, as when a user is deleted.
 * @throws 400 unless the user can take care of messages
 */
export async function lockOwner(transaction: Transaction<Tables>, id: number | null) {
  if (id === null) return null
  await lockRow(transaction, 'users', id)
  const owner = (await findEnabledOwners(transaction)).find((user) => user.id === id)
  if (!owner) throw invalidFields({ owner: ['Please choose an owner'] })
  return owner
}

/** Locks former owners of messages. @returns those who can take care of messages, also the disabled ones */
export async function lockUsers(transaction: Transaction<Tables>, ids: readonly number[]) {
  const inOrder = [...new Set(ids)].sort((a, b) => a - b)
  for (const id of inOrder) await lockRow(transaction, 'users', id)
  return new Set((await findOwners(transaction)).map(({ id }) => id))
}
