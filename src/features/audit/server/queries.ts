import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { findIdsOfParts } from '#database/ordered-list.ts'
import { inOrderOf, type PageQuery, pageOf, pageOfTotal, windowOf } from '#database/page.ts'
import { findRowNames } from '#database/row-names.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import { endOfDay, startOfDay } from '#shared/company.ts'
import { compareNames } from '#shared/compare-names.ts'
import type { AuditLine } from '../contract.ts'
import { linesPagedMax } from '../validation.ts'

export type AuditFilters = {
  action?: AuditAction[]
  actor_id?: number[]
  target?: string[]
  /** The id of what a line is about. */
  search?: string
  /** Days in Kigali. */
  from?: string
  to?: string
}

function matching(database: Database, filters: AuditFilters) {
  const { action, actor_id, target, search, from, to } = filters
  let query = database.selectFrom('audit_log')
  if (action) query = query.where('action', 'in', action)
  if (actor_id) query = query.where('actor_id', 'in', actor_id)
  if (target) query = query.where('target', 'in', target)
  if (search?.trim()) query = query.where('target_id', '=', search.trim())
  if (from) query = query.where('created_at', '>=', startOfDay(from).toISOString())
  if (to) query = query.where('created_at', '<', endOfDay(to).toISOString())
  return query
}

/** The filter by one of its values in each query: the indexes have each value in the order of the list. */
function inParts(database: Database, filters: AuditFilters) {
  for (const name of ['action', 'actor_id', 'target'] as const) {
    const values = filters[name]
    if (values && values.length > 1) {
      return values.map((value) => matching(database, { ...filters, [name]: [value] }))
    }
  }
  return [matching(database, filters)]
}

const newestFirst = { columns: ['created_at', 'id'], direction: 'desc' } as const

/** The ids of the matching lines, the newest first. */
export const findLineIds = (database: Database, filters: AuditFilters, limit: number) =>
  findIdsOfParts(database, inParts(database, filters), newestFirst, { limit, offset: 0 })

/** A page of the lines, the newest first. They are counted as far as they can be paged through. */
export async function findLines(database: Database, filters: AuditFilters, page: PageQuery) {
  const parts = inParts(database, filters)
  const ids = await findIdsOfParts(database, parts, newestFirst, windowOf(page))
  const { total_items } = await pageOf(ids, page, () => countLines(database, filters))
  const lines = await addNames(database, await findLinesById(database, ids))
  return {
    ...pageOfTotal(lines, Math.min(total_items, linesPagedMax), page),
    has_more: total_items > linesPagedMax,
  }
}

async function addNames(database: Database, lines: readonly AuditLine[]) {
  const targets = lines.map(({ target, target_id: id }) => ({ target, id }))
  const nameOf = await findRowNames(database, targets)
  return lines.map((line) => ({ ...line, name: nameOf({ ...line, id: line.target_id }) }))
}

const countLines = (database: Database, filters: AuditFilters) => {
  const some = matching(database, filters)
    .select('id')
    .limit(linesPagedMax + 1)
  return database
    .selectFrom(some.as('some'))
    .select((select) => select.fn.countAll<number>().as('total'))
    .execute()
}

/** Some lines, in the order of the ids. */
export async function findLinesById(
  database: Database,
  ids: readonly number[],
): Promise<AuditLine[]> {
  if (ids.length === 0) return []
  const rows = await database.selectFrom('audit_log').selectAll().where('id', 'in', ids).execute()
  const lines = rows.map((row) => ({
    ...row,
    action: row.action as AuditAction,
    details: JSON.parse(row.details),
  }))
  return inOrderOf(ids, lines)
}

/** The different values of a column, each found by the index: to read all lines for them would take long. */
function valuesOf(column: 'target' | 'actor_id') {
  const name = sql.ref(column)
  return sql`
    with recursive found (value) as (
      select min(${name}) from audit_log
      union all
      select (select min(${name}) from audit_log where ${name} > found.value)
      from found where found.value is not null
    )`
}

/** Who has done something, by name; a user that was deleted since is named as they were called last. */
export async function findActors(database: Database) {
  const { rows } = await sql<{ id: number; name: string }>`
    ${valuesOf('actor_id')}
    select value as id, (
      select actor_name from audit_log where actor_id = value
      order by created_at desc, id desc limit 1
    ) as name
    from found where value is not null
  `.execute(database)
  return rows.sort((a, b) => compareNames(a.name, b.name))
}

export async function findTargets(database: Database) {
  const { rows } = await sql<{ value: string }>`
    ${valuesOf('target')} select value from found where value is not null
  `.execute(database)
  return rows.map(({ value }) => value)
}
