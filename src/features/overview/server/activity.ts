import type { Database } from '#database/open.ts'
import { findRowNames } from '#database/row-names.ts'
import type { Role } from '#shared/roles.ts'
import { rowKindsFor } from '#shared/row-kinds.ts'
import type { Activity } from '../contract.ts'

const shownMax = 8
/** At most this many lines are looked at: a recruiter's morning may be 500 opened resumes. */
const readMax = 1_000

/** Kinds of rows that a role manages, but for notes, which are read where the application is. */
const managedBy = (role: Role) =>
  rowKindsFor(role).filter((kind): boolean => kind !== 'note on application')

const recruiting = [
  ...managedBy('RECRUITER'),
  'applications',
  'talents',
  'messages',
  'reply to message',
  'note on message',
  'subscribers',
  'newsletter issue',
]
const editing = [...managedBy('EDITOR'), 'event registrations', 'company reply']

/** What each role hears of: what it manages itself. */
const targetsOf: Record<Role, readonly string[]> = {
  ADMIN: [...recruiting, ...editing, 'user', 'email'],
  RECRUITER: recruiting,
  EDITOR: editing,
}

const actions = [
  'created',
  'changed',
  'disabled',
  'enabled',
  'deleted',
  'restored',
  'exported',
  'uploaded',
  'retried',
  'cancelled',
  'revoked',
  'resent',
  'imported',
  'batch',
]

/** What staff did last, of what a role may see: the lines of the audit log, with names. */
export async function findLatestActivity(database: Database, role: Role): Promise<Activity[]> {
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
    .where('target', 'in', targetsOf[role])
    .where('action', 'in', actions)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const lines = rows.map(({ created_at: at, actor_name: by, action, target, ...row }): Activity => {
    const details = JSON.parse(row.details) as Record<string, unknown>
    const given = details.status ?? details.to_status
    // A batch on all that match has no ids in its line, but how many it has changed.
    const count = Array.isArray(details.ids) ? details.ids.length : details.succeeded
    return {
      at,
      by,
      action,
      target,
      id: row.target_id,
      name: null,
      count: typeof count === 'number' ? count : null,
      batch_action: textOrNull(details.action),
      status: textOrNull(given),
    }
  })
  const done = lines.filter(({ count }) => count !== 0)
  const shown = withoutRuns(done).slice(0, shownMax)
  const nameOf = await findRowNames(database, shown)
  return shown.map((line) => ({ ...line, name: nameOf(line) }))
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

const told = ['by', 'action', 'target', 'status'] as const

/** Decisions on comments come by the hundred: those that follow each other are one line with their number. */
function withoutRuns(lines: readonly Activity[]) {
  const shown: Activity[] = []
  for (const line of lines) {
    const last = shown.at(-1)
    const isOfRun = line.target === 'comment' && line.action === 'changed'
    if (isOfRun && last && told.every((key) => last[key] === line[key])) {
      shown[shown.length - 1] = { ...last, id: null, count: (last.count ?? 1) + 1 }
    } else shown.push(line)
  }
  return shown
}
