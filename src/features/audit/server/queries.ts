import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { findIds } from '#database/ordered-list.ts'
import { offsetOf, type PageQuery } from '#database/page.ts'
import type { AuditAction } from '#shared/audit-log.ts'
import { endOfDay, startOfDay } from '#shared/company.ts'
import type { AuditLine } from '../contract.ts'
import { linesPagedMax } from '../validation.ts'

export type AuditFilters = {
  action?: AuditAction | undefined
  actor_id?: number | undefined
  target?: string | undefined
  /** The id of what a line is about. */
  search?: string | undefined
  /** Days in Kigali. */
  from?: string | undefined
  to?: string | undefined
}

function matching(database: Database, filters: AuditFilters) {
  const { action, actor_id, target, search, from, to } = filters
  let query = database.selectFrom('audit_log')
  if (action) query = query.where('action', '=', action)
  if (actor_id) query = query.where('actor_id', '=', actor_id)
  if (target) query = query.where('target', '=', target)
  if (search?.trim()) query = query.where('target_id', '=', search.trim())
  if (from) query = query.where('created_at', '>=', startOfDay(from).toISOString())
  if (to) query = query.where('created_at', '<', endOfDay(to).toISOString())
  return query
}

const newestFirst = { columns: ['created_at', 'id'], direction: 'desc' } as const

/** The ids of the matching lines, the newest first. */
export const findLineIds = (database: Database, filters: AuditFilters, limit: number) =>
  findIds(matching(database, filters), newestFirst, { limit, offset: 0 })

/** How many lines match, counted so far. */
async function countLines(database: Database, filters: AuditFilters, most: number) {
  const some = matching(database, filters).select('id').limit(most)
  const { total } = await database
    .selectFrom(some.as('some'))
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** A page of the lines, the newest first. They are counted as far as they can be paged through. */
export async function findLines(database: Database, filters: AuditFilters, page: PageQuery) {
  const window = { limit: page.page_size, offset: offsetOf(page) }
  const counted = await countLines(database, filters, linesPagedMax + 1)
  const total_items = Math.min(counted, linesPagedMax)
  const ids = await findIds(matching(database, filters), newestFirst, window)
  return {
    results: await findLinesById(database, ids),
    total_items,
    total_pages: Math.ceil(total_items / page.page_size),
    current_page: page.page,
    has_more: counted > linesPagedMax,
  }
}

/** Some lines, in the order of the ids. */
export async function findLinesById(
  database: Database,
  ids: readonly number[],
): Promise<AuditLine[]> {
  if (ids.length === 0) return []
  const rows = await database.selectFrom('audit_log').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(
    rows.map((row) => [
      row.id,
      { ...row, action: row.action as AuditAction, details: JSON.parse(row.details) },
    ]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The different values of a column, each found by the index: to read all lines for them would take long. */
async function findValues<Value>(database: Database, column: 'target' | 'actor_id') {
  const name = sql.ref(column)
  const { rows } = await sql<{ value: Value }>`
    with recursive found (value) as (
      select min(${name}) from audit_log
      union all
      select (select min(${name}) from audit_log where ${name} > found.value)
      from found where found.value is not null
    )
    select value from found where value is not null
  `.execute(database)
  return rows.map(({ value }) => value)
}

/** Who has done something, by name; a user that was deleted since is named as they were called last. */
export async function findActors(database: Database) {
  const ids = await findValues<number>(database, 'actor_id')
  const actors: { id: number; name: string }[] = []
  for (const id of ids) {
    const line = await database
      .selectFrom('audit_log')
      .select('actor_name')
      .where('actor_id', '=', id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (line) actors.push({ id, name: line.actor_name })
  }
  return actors.sort((a, b) => a.name.localeCompare(b.name))
}

export const findTargets = (database: Database) => findValues<string>(database, 'target')
