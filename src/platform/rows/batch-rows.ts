import type { Transaction } from 'kysely'
import type { BatchChange } from '#database/batches.ts'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { Tag } from '#shared/procedure.ts'
import type { Role } from '#shared/roles.ts'
import type { RequestContext } from '../http/context.ts'
import type { BatchPart } from './stream-batch.ts'

/** What a feature tells of its rows, so that their batches can be shown and undone. */
export type BatchRows = {
  access: readonly Role[]
  /** What an undone batch changes. */
  tags: readonly Tag[]
  /** The names of these rows by their ids, without deleted ones. */
  findNames(database: Database, ids: readonly number[]): Promise<Map<number, string>>
  /** What values are called that are no statuses. */
  findLabels?(database: Database, values: readonly string[]): Promise<(value: string) => string>
  /** Gives rows their former status, except for those that have changed since. */
  restore(
    transaction: Transaction<Tables>,
    context: RequestContext,
    to: string,
    changes: readonly BatchChange[],
  ): Promise<Omit<BatchPart, 'batch'>>
}
