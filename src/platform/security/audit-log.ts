import { sql } from 'kysely'
import { deleteInParts } from '#database/delete-in-parts.ts'
import type { Database } from '#database/open.ts'
import type { AuditTarget } from '#database/row-names.ts'
import { type AuditAction, auditRetentionDays } from '#shared/audit-actions.ts'
import { daysBefore } from '#shared/durations.ts'
import type { RequestContext, Services, Viewer } from '../http/context.ts'
import type { KeyedCall } from '../http/idempotency.ts'
import { emailKeyOf } from '../text/email-key.ts'
import { signatureOf } from './signing.ts'

export type AuditEntry = {
  action: AuditAction
  /** What else is to be known, without names, emails and texts of people. */
  details?: object
  /** Who did it, where it is not the viewer; without an id where it is no user. */
  actor?: Pick<Viewer, 'name'> & { id: number | null }
  /** The call by which something is created; its key stands in one line at most. */
  call?: KeyedCall | null
} & AuditedRow

/** What kind of thing, such as 'application', and which one; of several without an id, the kind may be any text. */
export type AuditedRow = { target: AuditTarget; id: number | string } | { target: string; id: null }

type Caller = Pick<RequestContext, 'clientIp' | 'now'> & Partial<Pick<RequestContext, 'viewer'>>

/**
 * Writes a line of the audit log.
 * @param database the transaction of what the line is about
 * @returns the line's id
 */
export async function writeAudit(
  database: Database,
  { viewer, clientIp, now }: Caller,
  { action, target, id, details = {}, actor, call }: AuditEntry,
) {
  const by = actor ?? viewer
  const line = await database
    .insertInto('audit_log')
    .values({
      action,
      actor_id: by?.id ?? null,
      actor_name: by?.name ?? '',
      target,
      target_id: id === null ? null : String(id),
      details: JSON.stringify(details),
      client_ip: clientIp,
      created_at: now().toISOString(),
      request_key: call?.key ?? null,
      request_fingerprint: call?.fingerprint ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return line.id
}

/**
 * One line for work in several transactions, each of which calls what this returns with the details of all that is done
 * so far: the first call inserts the line, later ones update its details.
 */
export function auditInParts(caller: Caller, row: Omit<AuditEntry, 'details'> & AuditedRow) {
  let line: number | undefined
  return async (database: Database, details: object) => {
    if (line === undefined) {
      line = await writeAudit(database, caller, { ...row, details })
      return
    }
    await database
      .updateTable('audit_log')
      .set({ details: JSON.stringify(details) })
      .where('id', '=', line)
      .execute()
  }
}

/**
 * Writes the line of a batch of one transaction, with the ids of the rows that it has changed; none where there are none.
 * @param target what the line calls the rows
 */
export const auditBatch =
  (caller: Caller, target: string, details: object) =>
  async (database: Database, { succeeded: ids }: { succeeded: readonly number[] }) => {
    if (ids.length === 0) return
    const line = { action: 'batch', target, id: null, details: { ...details, ids } } as const
    await writeAudit(database, caller, line)
  }

/** Filters for a line. The text of a search is usually a name or an email: whether there was one is enough. */
export function withoutSearch<Filters extends { search?: unknown; search_query?: unknown }>({
  search,
  search_query,
  ...filters
}: Filters) {
  return { ...filters, is_searched: Boolean(search ?? search_query) }
}

/** Stands for an email in any spelling: meaningless to anybody who has the database without the secret. */
export const hashEmail = ({ secret }: Pick<Services, 'secret'>, email: string) =>
  // Spelt as it always was: another purpose would match nothing that is stored.
  signatureOf(emailKeyOf(email), 'e-mails in the audit log', secret)

/** Deletes the lines that are older than 90 days. */
export async function removeOldAuditLines({ database, now }: Pick<Services, 'database' | 'now'>) {
  const before = daysBefore(now(), auditRetentionDays)
  await deleteInParts(database, 'audit_log', sql`id`, sql`created_at < ${before}`)
}
