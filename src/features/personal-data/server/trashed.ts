import { type SqlBool, sql } from 'kysely'
import { findForeignKeys } from '#database/foreign-keys.ts'
import type { Database } from '#database/open.ts'
import { personalData } from '#database/personal-data.ts'
import { parseSnapshot, type Snapshot } from '#database/row-snapshots.ts'
import { hasLiteral } from '#database/search.ts'
import { isOfAnother, type PersonRows, type Row, type Subject, type TableName } from './person.ts'

type SnapshotRow = Snapshot['rows'][number]

/** An entry of the trash with rows of a person. */
export type Trashed = {
  id: number
  kind: string
  snapshot: Snapshot
  /** Those of its rows that are the person's. */
  own: SnapshotRow[]
  /** Whether the entry is about them: then it goes as a whole. */
  isWhole: boolean
}

/**
 * Finds what of a person is in the trash: their rows, and what belonged to those or to rows of theirs that still stand,
 * also in an entry of its own. A snapshot that can't be read is left out; an erasure counts it among its texts.
 */
export async function findTrashed(
  database: Database,
  { email_key, testimonial_ids, before }: Subject,
  live: PersonRows,
): Promise<Trashed[]> {
  const written = JSON.stringify(email_key)
  const entries = await database
    .selectFrom('trash')
    .select(['id', 'kind', 'row_id', 'snapshot', 'created_at'])
    .where((where) =>
      where.or([
        hasLiteral('snapshot', written),
        where('kind', '=', 'note on application'),
        sql<SqlBool>`kind = 'testimonial' and row_id in (${sql.join([...testimonial_ids.map(String), ''])})`,
      ]),
    )
    .orderBy('id')
    .execute()
  const keys = (await findForeignKeys(database)).filter(
    ({ child, parent, onDelete }) => onDelete === 'cascade' && child !== parent,
  )
  const isOwn = (entry: { kind: string; row_id: string }, { table, row }: SnapshotRow) =>
    (personalData[table].foundBy && row.email_key === email_key && isBefore(row, before)) ||
    (table === 'comment_blocks' && row.value === email_key) ||
    (table === 'testimonials' &&
      entry.kind === 'testimonial' &&
      testimonial_ids.includes(Number(entry.row_id)))
  const found = entries.flatMap((entry) => {
    const snapshot = parseSnapshot(entry.snapshot)
    if (!snapshot) return []
    const own = new Set(snapshot.rows.filter((one) => isOwn(entry, one)))
    return [{ id: entry.id, kind: entry.kind, snapshot, own }]
  })
  const ids = new Map([...live].map(([table, rows]) => [table, new Set(rows.map(({ id }) => id))]))
  const add = ({ table, row }: SnapshotRow) =>
    ids.set(table, (ids.get(table) ?? new Set()).add(row.id))
  // All entries come first: what belongs to a row may have been deleted before it.
  for (const { own } of found) for (const one of own) add(one)
  for (const { snapshot, own } of found) {
    // Each row comes after those that it refers to.
    for (const one of snapshot.rows) {
      const { table, row } = one
      if (own.has(one) || isOfAnother(table, row, email_key)) continue
      const belongs = keys.some(
        ({ child, column, parent }) => child === table && ids.get(parent)?.has(row[column]),
      )
      if (!belongs) continue
      own.add(one)
      add(one)
    }
  }
  return found
    .filter(({ own }) => own.size > 0)
    .map(({ snapshot, own, ...entry }) => {
      const [top] = snapshot.rows
      return { ...entry, snapshot, own: [...own], isWhole: top !== undefined && own.has(top) }
    })
}

const isBefore = (row: Row, before: string | undefined) =>
  before === undefined || String(row.created_at) <= before

/** The rows of a person in the trash, by table. */
export function trashedRows(entries: readonly Trashed[]): PersonRows {
  const rows: PersonRows = new Map()
  for (const { table, row } of entries.flatMap(({ own }) => own)) {
    rows.set(table as TableName, [...(rows.get(table) ?? []), row])
  }
  return rows
}
