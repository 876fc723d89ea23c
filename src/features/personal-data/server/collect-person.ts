import { sql } from 'kysely'
import { auditTargetsOf } from '#database/row-names.ts'
import type { RequestContext, Services } from '#platform/http/context.ts'
import { hashEmail } from '#platform/security/audit-log.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import {
  fileIdsOf,
  findEmailsTo,
  findPersonRows,
  type Known,
  knownBy,
  type PersonRows,
  type Row,
  readRows,
  type Subject,
  type TableName,
} from './person.ts'
import { findTrashed, type Trashed, trashedRows } from './trashed.ts'

export type StoredOfPerson = {
  rows: PersonRows
  trashed: Trashed[]
  /** The rows in the trash, by table. */
  inTrash: PersonRows
  known: Known
}

type Source = Pick<Services, 'database' | 'secret'>

/** Finds everything that is stored of a person, also in the outbox, the audit log and the trash. */
export async function collectPerson(services: Source, subject: Subject): Promise<StoredOfPerson> {
  const { database } = services
  const rows = await findPersonRows(database, subject)
  const trashed = await findTrashed(database, subject, rows)
  const inTrash = trashedRows(trashed)
  const trashedFiles = await readRows(
    database,
    'files',
    (some) => sql`id in (${sql.join(some)})`,
    fileIdsOf([...inTrash.values()].flat()),
  )
  if (trashedFiles.length > 0) inTrash.set('files', trashedFiles)
  const known = knownBy(joined(rows, inTrash), subject.email_key)
  const add = (table: TableName, some: Row[]) => some.length > 0 && rows.set(table, some)
  add('outbox', await findEmailsTo(database, known, subject.before))
  const blocks = await readRows(
    database,
    'comment_blocks',
    (some) => sql`kind = 'email' and value in (${sql.join(some)})`,
    [subject.email_key],
  )
  add('comment_blocks', blocks)
  add('audit_log', await findAuditLines(services, known, joined(rows, inTrash)))
  return { rows, trashed, inTrash, known }
}

export function joined(one: PersonRows, other: PersonRows): PersonRows {
  const all: PersonRows = new Map(one)
  for (const [table, rows] of other) all.set(table, [...(all.get(table) ?? []), ...rows])
  return all
}

/** The lines about the email, or about rows of the person. */
async function findAuditLines({ database, secret }: Source, { emails }: Known, rows: PersonRows) {
  const lines = await readRows(
    database,
    'audit_log',
    (some) => sql`target_id in (${sql.join(some)})`,
    emails.map((email) => hashEmail({ secret }, email)),
  )
  for (const [table, some] of rows) {
    const targets = auditTargetsOf(table)
    if (targets.length === 0) continue
    const about = await readRows(
      database,
      'audit_log',
      (ids) => sql`target_id in (${sql.join(ids)}) and target in (${sql.join(targets)})`,
      some.map(({ id }) => String(id)),
    )
    lines.push(...about)
  }
  return lines.sort((one, other) => Number(one.id) - Number(other.id))
}

/** Whether the email is that of an account: which is managed among the users, and is no part of this. */
export async function hasAccount(
  { database }: Pick<RequestContext, 'database'>,
  { emails }: Known,
) {
  const keys = new Set(emails.map(emailKeyOf))
  const users = await database.selectFrom('users').select('email').execute()
  return users.some(({ email }) => keys.has(emailKeyOf(email)))
}
