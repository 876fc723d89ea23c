import { sql } from 'kysely'
import type { Site } from './site.ts'
import { table } from './table.ts'
import { timedColumns, timeReads } from './timed-reads.ts'
import { watchedTurns } from './turns.ts'

const lines = 1_000_000
const batchSize = 50_000
const answerMsMax = 200

const dayS = 24 * 60 * 60
/** Ten weeks of lines: the upkeep deletes older ones. */
const firstS = Math.floor(Date.now() / 1000) - 75 * dayS
const dayOf = (day: number) => new Date((firstS + day * dayS) * 1000).toISOString().slice(0, 10)
const week = `from=${dayOf(20)}&to=${dayOf(26)}`

/** Measures the list of the audit log with a million lines, of which one user has written half. */
export async function measureAuditLog(site: Site): Promise<string> {
  await generateLines(site)
  await using product = await site.start(watchedTurns)
  const headers = await site.signIn('ADMIN')
  const measure = (path: string) => timeReads(product, path, headers, answerMsMax)
  const rows: string[][] = []
  for (const [name, query] of [
    ['the first page', ''],
    ['the last page', 'page=100'],
    ['by half of the lines', 'actor_id=1000'],
    ['a common action', 'action=opened'],
    ['a rare action', 'action=disabled'],
    ['a rare action of that user', 'actor_id=1000&action=disabled'],
    ['what does not go together', 'actor_id=1000&action=deleted&target=event'],
    ['one kind', 'target=application&page=100'],
    ['one row', 'target=application&search=777'],
    ['a week', `${week}`],
    ['a rare action in a week', `${week}&action=disabled`],
    ['what never was', 'target=nothing'],
  ] as const) {
    rows.push([name, ...(await measure(`/api/admin/audit-log/?page_size=100&${query}`))])
  }
  rows.push(['who and what there is', ...(await measure('/api/admin/audit-log/facets/'))])
  return table([`${site.engine}: ${lines} lines`, ...timedColumns], rows)
}

async function generateLines({ engine, services: { database } }: Site) {
  const at =
    engine === 'postgres'
      ? sql`to_timestamp(${sql.lit(firstS)} + i * 6)`
      : sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${sql.lit(firstS)} + i * 6, 'unixepoch')`
  for (let from = 1; from <= lines; from += batchSize) {
    await sql`
      insert into audit_log (action, actor_id, actor_name, target, target_id, details, client_ip, created_at)
      with recursive numbers (i) as (
        select ${sql.lit(from)} union all
        select i + 1 from numbers where i < ${sql.lit(from + batchSize - 1)}
      )
      select case when i % 50000 = 0 then 'disabled' when i % 2 = 1 and i % 3 = 0 then 'deleted' else 'opened' end,
        case when i % 2 = 0 then 1000 else 1001 + i % 40 end, 'User', case when i % 3 = 0 then 'application'
        else 'event' end, cast(i % 5000 as text), '{"fields":["title"]}', '192.0.2.1', ${at}
      from numbers`.execute(database)
  }
  if (engine === 'postgres') await sql`vacuum analyze audit_log`.execute(database)
}
