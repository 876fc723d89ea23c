import type { Selectable } from 'kysely'
import type { Database } from '#database/open.ts'
import { findPage, type PageQuery } from '#database/page.ts'
import type { Tables } from '#database/tables.ts'
import type { Erasure } from '../contract.ts'

const columns = [
  ...(['id', 'pseudonym', 'step', 'counts', 'asked_by', 'last_error'] as const),
  ...(['created_at', 'done_at'] as const),
] as const

type Row = Pick<Selectable<Tables['erasures']>, (typeof columns)[number]>

const toErasure =
  (steps: number) =>
  ({ step, counts, ...row }: Row): Erasure => ({
    ...row,
    counts: JSON.parse(counts),
    status: row.done_at ? 'DONE' : step < steps ? 'RUNNING' : 'CHECKING',
  })

/** A page of the erasures, the newest first. @param steps how many there are until all is erased */
export async function findErasures(database: Database, page: PageQuery, steps: number) {
  const ordered = database.selectFrom('erasures').select(columns).orderBy('id', 'desc')
  const { results, ...rest } = await findPage(database.selectFrom('erasures'), ordered, page)
  return { ...rest, results: results.map(toErasure(steps)) }
}

export async function getErasure(database: Database, id: number, steps: number) {
  const row = await database
    .selectFrom('erasures')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return toErasure(steps)(row)
}
