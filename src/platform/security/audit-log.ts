import { sql, type Transaction } from 'kysely'
import { deleteInParts } from '#database/delete-in-parts.ts'
import type { Database } from '#database/open.ts'
import type { AuditTarget } from '#database/row-names.ts'
import type { Tables } from '#database/tables.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { type AuditAction, auditRetentionDays } from '#shared/audit-actions.ts'
import { daysBefore } from '#shared/durations.ts'
import type { RequestContext, Services, Viewer } from '../http/context.ts'
import { type KeyedCall, keyedCall, requireSameRequest } from '../http/idempotency.ts'
import { requireViewer } from '../http/procedures.ts'
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

/**
 * Creates something for staff in a transaction, and writes its line there, which keeps the request's Idempotency-Key:
 * whoever sends the same again, as after a lost response, gets what was created then.
 * @param create returns the row's id, null for several, and the details of the line
 * @throws 409 when the key was used for another request
 */
export async function createOnce<Details extends object>(
  context: RequestContext,
  target: AuditTarget | (string & {}),
  create: (
    transaction: Transaction<Tables>,
  ) => Promise<{ id: number | string | null; details: Details }>,
): Promise<{ id: number | string | null; details: Details }> {
  const call = keyedCall(context)
  const earlier = await findCreated<Details>(context, target, call)
  if (earlier) return earlier
  try {
    return await context.database.transaction().execute(async (transaction) => {
      const created = await create(transaction)
      const line = { action: 'created', call, target, ...created } as AuditEntry
      await writeAudit(transaction, context, line)
      return created
    })
  } catch (error) {
    // The first of the two may have been under way still.
    const same = await findCreated<Details>(context, target, call)
    if (same) return same
    throw error
  }
}

/** What the viewer has created by this call. @throws 409 when its key was used for another one */
async function findCreated<Details>(
  context: RequestContext,
  target: string,
  call: KeyedCall | null,
) {
  if (call === null) return undefined
  const line = await context.database
    .selectFrom('audit_log')
    .select(['target_id', 'details', 'request_fingerprint'])
    .where('request_key', '=', call.key)
    .where('actor_id', '=', requireViewer(context).id)
    .where('target', '=', target)
    .executeTakeFirst()
  if (!line) return undefined
  // A line of the version before has none.
  await requireSameRequest(
    context.database,
    line.request_fingerprint,
    [call.fingerprint],
    'request',
  )
  return { id: line.target_id, details: JSON.parse(line.details) as Details }
}

/**
 * Inserts a row for staff in a transaction, and writes its line there. A request that is sent again under its
 * Idempotency-Key inserts none.
 * @param insert returns the id
 * @returns the id, also of the row that was inserted before
 */
export async function createAudited<Id extends number | string>(
  context: RequestContext,
  target: AuditTarget,
  insert: (transaction: Transaction<Tables>) => Promise<Id>,
) {
  const { id } = await createOnce(context, target, async (transaction) => ({
    id: await insert(transaction),
    details: {},
  }))
  // The log has ids as texts, which those of tech stacks are.
  return (Number.isNaN(Number(id)) ? id : Number(id)) as Id
}

/**
 * Runs a deletion by staff in a transaction, and writes its line there.
 * @param remove returns whether there was something to delete; if not, no line is written
 */
export function deleteAudited<Outcome>(
  context: RequestContext,
  target: AuditTarget,
  id: number | string,
  remove: (transaction: Transaction<Tables>) => Promise<Outcome>,
) {
  return context.database.transaction().execute(async (transaction) => {
    const outcome = await remove(transaction)
    if (outcome) await writeAudit(transaction, context, { action: 'deleted', target, id })
    return outcome
  })
}

/**
 * Runs a batch by staff in a transaction, and writes one line for all its rows there.
 * @param run returns the ids that it affected; if there are none, no line is written
 */
export function batchAudited(
  context: RequestContext,
  target: string,
  action: string,
  run: (transaction: Transaction<Tables>) => Promise<number[]>,
) {
  return context.database.transaction().execute(async (transaction) => {
    const ids = await run(transaction)
    await auditBatch(context, target, { action })(transaction, { succeeded: ids })
    return ids
  })
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
