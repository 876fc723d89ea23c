import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { parseSnapshot } from '#database/row-snapshots.ts'
import { positionOf } from '#database/search.ts'
import type { Services } from '#platform/http/context.ts'
import { type DataKey, isKeyInUse } from '#platform/security/data-keys.ts'
import {
  type OnSealed,
  type Sealed,
  sealEach,
  sealUntilNone,
} from '#platform/security/seal-each.ts'
import { findKeyFor, openRow } from '#platform/security/sealed-columns.ts'
import { dataKeyIdOf } from '#platform/security/sealed-text.ts'
import { sealedIdentification } from './identification.ts'
import { searchedColumns, searchKeys } from './queries.ts'

type Sealer = Pick<Services, 'database' | 'dataKeys' | 'log'>
/** Which applications, and which entries of the trash. */
type Wanted = { rows: RawBuilder<SqlBool>; trashed: RawBuilder<SqlBool> }

const pageSize = 500
/** In one upkeep: some seconds. */
const sealedAtOnce = 10_000

const isPlain = sql<SqlBool>`identification not like 'sealed/%'`
// How a snapshot begins them. Nobody can type it: within a text of a JSON, quotes have a backslash.
const trashed = '"identification":"'
const trashedSealed = '"identification":"sealed/'
const isTrashed = sql<SqlBool>`snapshot like ${`%${trashed}%`}`
const isPlainInTrash = sql<SqlBool>`${isTrashed} and snapshot not like ${`%${trashedSealed}%`}`

/**
 * The numbers of national IDs, in the trash as well, by the id of their data key; empty for those that are not sealed
 * yet.
 */
export async function countSealedIdentifications(database: Database): Promise<Map<string, number>> {
  const start = sql`${positionOf(database, trashedSealed, 'snapshot')} + ${sql.lit(trashedSealed.length)}`
  const { rows } = await sql<{ id: string; count: number }>`
    select id, count(*) as count from (
      select case when ${isPlain} then '' else substr(identification, 8, 12) end as id
      from applications
      union all
      select case when ${isPlainInTrash} then '' else substr(snapshot, ${start}, 12) end as id
      from trash where ${isTrashed}
    ) as both_places group by id`.execute(database)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/**
 * Seals all national IDs with the first data key that are not: those that are stored as they are, and those with other
 * keys that are there.
 */
export function sealAllIdentifications(services: Sealer, onSealed: OnSealed) {
  const [key, ...others] = services.dataKeys()
  const isWith = (column: string, before: string) =>
    others.map(({ id }) => sql<SqlBool>`${sql.ref(column)} like ${`${before}${id}/%`}`)
  const wanted = {
    rows: anyOf([isPlain, ...isWith('identification', 'sealed/')]),
    trashed: anyOf([isPlainInTrash, ...isWith('snapshot', `%${trashedSealed}`)]),
  }
  return sealUntilNone(
    (onPage) => sealIdentifications(services, key, wanted, { onSealed: onPage }),
    onSealed,
  )
}

const anyOf = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

const done = new WeakSet<Database>()

/** Seals some of the national IDs that an earlier version has stored as they are. Part of the upkeep. */
export async function sealPlainIdentifications(services: Sealer & Pick<Services, 'now'>) {
  const { database } = services
  const key = await findKeyFor(services, 'national IDs')
  if (!key) return 0
  const wanted = {
    rows: isPlain,
    trashed: done.has(database) ? sql<SqlBool>`1 = 0` : isPlainInTrash,
  }
  const { sealed, failed } = await sealIdentifications(services, key, wanted, { max: sealedAtOnce })
  // From now on none goes to the trash as it is. Of the applications they are found by an index.
  if (sealed + failed === 0) done.add(database)
  return sealed
}

async function sealIdentifications(
  services: Sealer,
  key: DataKey,
  wanted: Wanted,
  { max = Number.POSITIVE_INFINITY, onSealed }: { max?: number; onSealed?: OnSealed },
): Promise<Sealed> {
  const { database, log } = services
  const rows = await sealEach({
    log,
    what: 'national ID',
    max,
    onSealed,
    find: (after) => findRows(database, wanted.rows, after),
    seal: (row) => sealStored(services, key, row),
  })
  const trashed = await sealEach({
    log,
    what: 'national ID in the trash',
    max: max - rows.sealed - rows.failed,
    onSealed: (sealed, failed) => onSealed?.(rows.sealed + sealed, rows.failed + failed),
    find: (after) => findTrashed(database, wanted.trashed, after),
    seal: (entry) => sealTrashed(services, key, entry),
  })
  return { sealed: rows.sealed + trashed.sealed, failed: rows.failed + trashed.failed }
}

type Sealable = Parameters<typeof searchKeys>[0] & { resume_id: number; identification: string }

const findRows = (database: Database, isWanted: RawBuilder<SqlBool>, after: number) =>
  database
    .selectFrom('applications')
    .select(['id', 'resume_id', 'identification', ...searchedColumns])
    .where('id', '>', after)
    .where(isWanted)
    .orderBy('id')
    .limit(pageSize)
    .execute()

/**
 * The columns of an application with its ID sealed by a key. What was not sealed yet was also searched by.
 * @throws where it can't be opened
 */
function resealed(services: Sealer, row: Sealable, key: DataKey) {
  const { identification } = openRow(services, 'applications', row)
  const { resume_id: _, ...sealed } = sealedIdentification(identification, row.resume_id, key)
  const isSealed = dataKeyIdOf(row.identification) !== null
  return isSealed ? sealed : { ...sealed, search_text: searchKeys(row).search_text }
}

async function sealStored(services: Sealer, key: DataKey, row: Sealable & { id: number }) {
  const { numUpdatedRows } = await services.database
    .updateTable('applications')
    .set(resealed(services, row, key))
    .where('id', '=', row.id)
    .where('identification', '=', row.identification)
    .where(isKeyInUse(key))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const findTrashed = (database: Database, isWanted: RawBuilder<SqlBool>, after: number) =>
  database
    .selectFrom('trash')
    .select(['id', 'snapshot'])
    .where('id', '>', after)
    .where(isWanted)
    .orderBy('id')
    .limit(pageSize)
    .execute()

async function sealTrashed(
  services: Sealer,
  key: DataKey,
  { id, snapshot: text }: { id: number; snapshot: string },
) {
  const snapshot = parseSnapshot(text)
  if (!snapshot) throw new Error('This entry of the trash can not be read')
  for (const one of snapshot.rows) {
    if (one.table !== 'applications') continue
    one.row = { ...one.row, ...resealed(services, one.row as Sealable, key) }
  }
  const { numUpdatedRows } = await services.database
    .updateTable('trash')
    .set({ snapshot: JSON.stringify(snapshot) })
    .where('id', '=', id)
    .where('snapshot', '=', text)
    .where(isKeyInUse(key))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
