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
 * Finds what of a person is in the trash: their rows, what belongs to those, and what belonged to rows of theirs that
 * still stand. A snapshot that can't be read is left out; an erasure counts it among its texts.
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
  const liveIds = new Map(
    [...live].map(([table, rows]) => [table, new Set(rows.map(({ id }) => id))]),
  )
  return entries.flatMap(({ id, kind, row_id, snapshot: text }): Trashed[] => {
    const snapshot = parseSnapshot(text)
    if (!snapshot) return []
    const isTestimonial = kind === 'testimonial' && testimonial_ids.includes(Number(row_id))
    const own = new Set<SnapshotRow>()
    const isOwn = ({ table, row }: SnapshotRow) =>
      (personalData[table].foundBy && row.email_key === email_key && isBefore(row, before)) ||
      (table === 'comment_blocks' && row.value === email_key) ||
      (table === 'testimonials' && isTestimonial)
    for (const one of snapshot.rows) if (isOwn(one)) own.add(one)
    // Each row comes after those that it refers to.
    for (const one of snapshot.rows) {
      if (isOfAnother(one.table, one.row, email_key)) continue
      const belongs = keys.some(
        ({ child, column, parent }) =>
          child === one.table &&
          (liveIds.get(parent)?.has(one.row[column]) ||
            [...own].some(({ table, row }) => table === parent && row.id === one.row[column])),
      )
      if (belongs) own.add(one)
    }
    const [top] = snapshot.rows
    return own.size === 0
      ? []
      : [{ id, kind, snapshot, own: [...own], isWhole: top !== undefined && own.has(top) }]
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
