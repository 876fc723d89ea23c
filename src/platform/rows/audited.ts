import type { Transaction } from 'kysely'
import type { AuditTarget } from '#database/row-names.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '../http/context.ts'
import { type KeyedCall, keyedCall, requireSameRequest } from '../http/idempotency.ts'
import { requireViewer } from '../http/procedures.ts'
import { type AuditEntry, auditBatch, writeAudit } from '../security/audit-log.ts'

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
