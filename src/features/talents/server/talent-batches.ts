import type { Transaction } from 'kysely'
import type { BatchChange } from '#database/batches.ts'
import { recordEdits } from '#database/edits.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import type { BatchRows } from '#platform/rows/batch-rows.ts'
import { runBatchOfEdits, separateStale } from '#platform/rows/edit-many.ts'
import type { AuditPart } from '#platform/rows/stream-batch.ts'
import { auditBatch } from '#platform/security/audit-log.ts'
import { undoneNote } from '#shared/audit-actions.ts'
import { fullName } from '#shared/full-name.ts'
import { recruiters } from '#shared/roles.ts'
import type { TalentStatus } from '../validation.ts'
import { updateTalentStatuses } from './queries.ts'

type Wanted = { id: number; status: TalentStatus; expected?: string }

/**
 * Changes the status of some talents by a few statements, however many they are: SQLite has one writer. Those that have
 * changed since they were seen fail, and don't keep the others.
 */
async function changeWithin(
  transaction: Transaction<Tables>,
  context: RequestContext,
  wanted: readonly Wanted[],
  notes: string,
) {
  const byId = new Map(wanted.map((one) => [one.id, one]))
  const ids = [...byId.keys()]
  // Locked in the order of their ids, so that two batches can't wait for each other.
  const rows = await transaction
    .selectFrom('talents')
    .select(['id', 'status', 'updated_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const { fresh, failed, version } = await separateStale(transaction, context, {
    table: 'talents',
    subject: 'This talent',
    wanted,
    rows,
  })
  const wantedOf = ({ id }: { id: number }) => byId.get(id) as Wanted
  const changed = fresh.filter((row) => row.status !== wantedOf(row).status)
  // A note is kept in the history, whatever the status was.
  const written = notes === '' ? changed : fresh
  const by = requireViewer(context)
  for (const [to, some] of Map.groupBy(written, (row) => wantedOf(row).status)) {
    await updateTalentStatuses(transaction, some, { to, notes, by }, version)
  }
  const edits = written.map((row) => ({
    id: row.id,
    version,
    by,
    fields: [...(changed.includes(row) ? ['status'] : []), ...(notes === '' ? [] : ['notes'])],
  }))
  await recordEdits(transaction, 'talents', edits)
  const changes = changed.map(({ id, status: from }): BatchChange => ({ id, from, version }))
  return { succeeded: fresh.map(({ id }) => id), failed, changes }
}

type TalentStatusRequest = {
  talent_ids: readonly number[]
  expected_versions?: Record<string, string>
  status: TalentStatus
  notes: string
  batch: number | null
}

/**
 * Changes the status of some talents in one transaction, as a batch that can be undone.
 * @throws 404 when there is no such batch to go on with
 */
export function changeTalentStatuses(
  context: RequestContext,
  { talent_ids, expected_versions, ...change }: TalentStatusRequest,
) {
  const { status } = change
  const ids = [...new Set(talent_ids)]
  const wanted = ids.map((id) => ({ id, status, expected: expected_versions?.[id] }))
  return changeTalents(
    context,
    wanted,
    change,
    auditBatch(context, 'talent', { action: 'status', status }),
  )
}

export const changeTalents = (
  context: RequestContext,
  wanted: readonly Wanted[],
  { status, notes, batch }: Pick<TalentStatusRequest, 'status' | 'notes' | 'batch'>,
  audit: AuditPart,
) =>
  runBatchOfEdits(context, {
    target: 'talent',
    to: status,
    batch,
    audit,
    run: (transaction) => changeWithin(transaction, context, wanted, notes),
  })

/** How batches on talents are shown and undone. */
export const talentBatches: BatchRows = {
  access: recruiters,
  tags: ['Talent'],

  async findNames(database, ids) {
    if (ids.length === 0) return new Map<number, string>()
    const rows = await database
      .selectFrom('talents')
      .select(['id', 'first_name', 'last_name'])
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map((row) => [row.id, fullName(row)]))
  },

  restore(transaction, context, _to, changes) {
    const wanted = changes.map(({ id, from, version }) => ({
      id,
      status: from as TalentStatus,
      expected: version,
    }))
    return changeWithin(transaction, context, wanted, undoneNote)
  },
}
