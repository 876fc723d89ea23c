import { ORPCError } from '@orpc/server'
import type { Transaction } from 'kysely'
import { type BatchChange, lockBatch, recordBatch } from '#database/batches.ts'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { editRowWithin } from '#platform/http/edit-row.ts'
import { notFound } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import type { BatchWindow } from '#platform/http/stream-batch.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { fullName } from '#shared/full-name.ts'
import { recruiters } from '#shared/roles.ts'
import type { TalentStatus } from '../validation.ts'
import { findTalent, updateTalentStatus } from './queries.ts'

type Wanted = { id: number; status: TalentStatus; expected?: string | undefined }

/** Changes the status of some talents. Those that have changed since they were seen fail, and don't keep the others. */
async function changeWithin(
  transaction: Transaction<Tables>,
  context: RequestContext,
  wanted: readonly Wanted[],
) {
  const outcome = { succeeded: [] as number[], failed: [] as { id: number; error: Error }[] }
  const changes: BatchChange[] = []
  // Always in the same order, so that two batches can't wait for each other.
  for (const { id, status, expected } of wanted.toSorted((a, b) => a.id - b.id)) {
    try {
      const talent = await editRowWithin(transaction, context, {
        ...{ table: 'talents', id, expected, changes: { status } },
        find: () => findTalent(transaction, id),
        async write(_, after, version, before) {
          if (before.status === after.status) return
          await updateTalentStatus(transaction, id, status, version)
          changes.push({ id, from: before.status, version })
        },
      })
      if (talent) outcome.succeeded.push(id)
      else outcome.failed.push({ id, error: notFound('This talent') })
    } catch (error) {
      if (!(error instanceof ORPCError && error.status === 409)) throw error
      outcome.failed.push({ id, error })
    }
  }
  return { ...outcome, changes }
}

type Request = {
  talent_ids: readonly number[]
  expected_versions?: Record<string, string> | undefined
  status: TalentStatus
  batch: number | null
}

/**
 * Changes the status of some talents in one transaction, as a batch that can be undone.
 * @throws 404 when there is no such batch to go on with
 */
export function changeTalentStatuses(
  context: RequestContext,
  { talent_ids, expected_versions, status, batch }: Request,
): Promise<BatchWindow> {
  return context.database.transaction().execute(async (transaction) => {
    const by = requireViewer(context)
    const start = { target: 'talent', to: status, by, at: context.now().toISOString() }
    if (batch !== null && !(await lockBatch(transaction, batch, start))) {
      throw notFound('This batch')
    }
    const ids = [...new Set(talent_ids)]
    const wanted = ids.map((id) => ({ id, status, expected: expected_versions?.[id] }))
    const { changes, ...outcome } = await changeWithin(transaction, context, wanted)
    if (outcome.succeeded.length > 0) {
      const details = { action: 'status', status, ids: outcome.succeeded }
      await writeAudit(transaction, context, {
        action: 'batch',
        target: 'talent',
        id: null,
        details,
      })
    }
    return { ...outcome, batch: await recordBatch(transaction, batch, start, changes) }
  })
}

/** How batches on talents are shown and undone. */
export const talentBatches = {
  access: recruiters,
  tags: ['Talent'] as const,

  async findNames(database: Database, ids: readonly number[]) {
    if (ids.length === 0) return new Map<number, string>()
    const rows = await database
      .selectFrom('talents')
      .select(['id', 'first_name', 'last_name'])
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map((row) => [row.id, fullName(row)]))
  },

  restore(
    transaction: Transaction<Tables>,
    context: RequestContext,
    _to: string,
    changes: readonly BatchChange[],
  ) {
    const wanted = changes.map(({ id, from, version }) => ({
      ...{ id, status: from as TalentStatus, expected: version },
    }))
    return changeWithin(transaction, context, wanted)
  },
}
