import type { Database } from '#database/open.ts'
import { findPage, type PageQuery } from '#database/page.ts'
import { dayMs } from '#shared/durations.ts'
import type { Batch } from '../contract.ts'
import type { BatchTarget } from '../validation.ts'

const undoableMs = dayMs

/** A batch without what its values are called, which its feature knows. */
export type Unlabelled = Omit<Batch, 'labels'>

type Row = Omit<Unlabelled, 'target' | 'from_counts' | 'ends_at'> & {
  target: string
  from_counts: string
}

const columns = [
  'id',
  'target',
  'to_status',
  'from_counts',
  'changed',
  'undone',
  'by_name as by',
  'undone_by',
  'created_at',
] as const

const toBatch = (row: Row): Unlabelled => ({
  ...row,
  target: row.target as BatchTarget,
  from_counts: JSON.parse(row.from_counts),
  ends_at: new Date(Date.parse(row.created_at) + undoableMs).toISOString(),
})

/** A page of the batches on some kinds of rows, the newest first. */
export async function findBatches(
  database: Database,
  targets: readonly BatchTarget[],
  page: PageQuery,
) {
  const matching = database.selectFrom('batches').where('target', 'in', targets)
  const ordered = matching.select(columns).orderBy('created_at', 'desc').orderBy('id', 'desc')
  const found = await findPage(matching, ordered, page)
  return { ...found, results: found.results.map(toBatch) }
}

export async function findBatch(database: Database, id: number) {
  const row = await database
    .selectFrom('batches')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toBatch(row) : null
}

/** A page of the rows that a batch has changed, in the order of their ids. */
export function findBatchChanges(database: Database, batch: number, page: PageQuery) {
  const matching = database.selectFrom('batch_changes').where('batch_id', '=', batch)
  const ordered = matching.select(['row_id as id', 'from_status', 'undone_at']).orderBy('row_id')
  return findPage(matching, ordered, page)
}
