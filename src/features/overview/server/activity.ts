import type { Database } from '#database/open.ts'
import { fullName } from '#shared/full-name.ts'
import type { Role } from '#shared/roles.ts'
import type { Activity } from '../contract.ts'

const shownMax = 8
/** So many lines are looked at: a recruiter's morning may be 500 opened resumes. */
const readMax = 1_000

const recruiting = [
  ...['application', 'applications', 'talent', 'cohort', 'tech stack', 'certificate'],
  ...['message', 'messages', 'reply to message', 'note on message', 'reply template'],
  ...['subscriber', 'subscribers'],
]
const editing = [
  ...['article', 'tag', 'event', 'event registration', 'event registrations', 'image'],
  ...['comment', 'comment block', 'company reply', 'testimonial', 'team member'],
]

/** What each role hears of: what it manages itself. */
const targetsOf: Record<Role, readonly string[]> = {
  ADMIN: [...recruiting, ...editing, 'user', 'email'],
  RECRUITER: recruiting,
  EDITOR: editing,
}

const actions = [
  ...['created', 'changed', 'disabled', 'enabled', 'deleted', 'exported', 'retried', 'cancelled'],
  ...['resent', 'imported', 'batch'],
]

/** What staff did last, of what a role may see: the audit log, and the decisions on single applications. */
export async function findLatestActivity(database: Database, role: Role): Promise<Activity[]> {
  const [audited, decided] = await Promise.all([
    findAudited(database, targetsOf[role]),
    targetsOf[role].includes('application') ? findDecided(database) : [],
  ])
  const latest = [...audited, ...decided]
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, shownMax)
  return addNames(database, latest)
}

async function findAudited(database: Database, targets: readonly string[]) {
  const rows = await database
    .selectFrom((from) =>
      from
        .selectFrom('audit_log')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(readMax)
        .as('latest'),
    )
    .selectAll()
    .where('target', 'in', targets)
    .where('action', 'in', actions)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownMax)
    .execute()
  return rows.map(({ created_at: at, actor_name: by, action, target, target_id, details }) => {
    const { ids, status, to_status } = JSON.parse(details) as Record<string, unknown>
    const given = status ?? to_status
    return {
      ...{ at, by, action, target, id: target_id, name: null },
      count: Array.isArray(ids) ? ids.length : null,
      status: typeof given === 'string' ? given : null,
    }
  })
}

/** The decisions on single applications. A batch, of which all rows have one time, has a line of the audit log. */
async function findDecided(database: Database) {
  const latest = await database
    .selectFrom('application_history')
    .select(['application_id', 'by_name', 'from_status', 'to_status', 'created_at'])
    .orderBy('id', 'desc')
    .limit(readMax)
    .execute()
  const ofStaff = latest.filter((row) => row.from_status && row.from_status !== row.to_status)
  return [...Map.groupBy(ofStaff, (row) => `${row.by_name} ${row.created_at}`).values()]
    .flatMap((rows) => (rows.length === 1 ? rows : []))
    .map((row) => ({
      ...{ at: row.created_at, by: row.by_name, action: 'decided', target: 'application' },
      ...{ id: String(row.application_id), name: null, count: null, status: row.to_status },
    }))
}

type Named = { id: number; name: string }

/** How the things of a kind are found by their ids. Others are told by their kind alone. */
const nameFinders: Record<string, (database: Database, ids: number[]) => Promise<Named[]>> = {
  application: (database, ids) => findPeople(database, 'applications', ids),
  talent: (database, ids) => findPeople(database, 'talents', ids),
  article: (database, ids) => findTitles(database, 'articles', ids),
  event: (database, ids) => findTitles(database, 'events', ids),
  cohort: (database, ids) =>
    database.selectFrom('cohorts').select(['id', 'name']).where('id', 'in', ids).execute(),
}

async function findPeople(database: Database, table: 'applications' | 'talents', ids: number[]) {
  const rows = await database
    .selectFrom(table)
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .execute()
  return rows.map((row) => ({ id: row.id, name: fullName(row) }))
}

const findTitles = (database: Database, table: 'articles' | 'events', ids: number[]) =>
  database.selectFrom(table).select(['id', 'title as name']).where('id', 'in', ids).execute()

async function addNames(database: Database, lines: readonly Activity[]): Promise<Activity[]> {
  const names = new Map<string, string>()
  for (const [target, some] of Map.groupBy(lines, (line) => line.target)) {
    const ids = some.flatMap(({ id }) => (id === null ? [] : Number(id)))
    const found = ids.length > 0 ? await nameFinders[target]?.(database, [...new Set(ids)]) : []
    for (const { id, name } of found ?? []) names.set(`${target} ${id}`, name)
  }
  return lines.map((line) => ({ ...line, name: names.get(`${line.target} ${line.id}`) ?? null }))
}
