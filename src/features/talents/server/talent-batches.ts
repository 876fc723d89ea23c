import type { Transaction } from 'kysely'
import type { BatchChange } from '#database/batches.ts'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { editEach, runBatchOfEdits } from '#platform/http/edit-each.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { fullName } from '#shared/full-name.ts'
import { recruiters } from '#shared/roles.ts'
import type { Talent } from '../contract.ts'
import type { TalentStatus } from '../validation.ts'
import { changeTalentStatus, findTalent } from './queries.ts'

type Wanted = { id: number; status: TalentStatus; expected?: string | undefined }

/** Changes the status of some talents. Those that have changed since they were seen fail, and don't keep the others. */
function changeWithin(
  transaction: Transaction<Tables>,
  context: RequestContext,
  wanted: readonly Wanted[],
  notes: string,
) {
  const by = requireViewer(context)
  return editEach(
    transaction,
    context,
    'This talent',
    wanted.map(({ id, status, expected }) => ({
      ...({ table: 'talents', id, expected, changes: { status } } as const),
      // A note is kept in the history, whatever the status was.
      writesUnchanged: notes !== '',
      find: () => findTalent(transaction, id),
      write: (_: unknown, __: unknown, version: string, before: Talent) =>
        changeTalentStatus(
          transaction,
          id,
          { from: before.status, to: status, notes, by },
          version,
        ),
    })),
    ({ status }) => status,
  )
}

type Request = {
  talent_ids: readonly number[]
  expected_versions?: Record<string, string> | undefined
  status: TalentStatus
  notes: string
  batch: number | null
}

/**
 * Changes the status of some talents in one transaction, as a batch that can be undone.
 * @throws 404 when there is no such batch to go on with
 */
export const changeTalentStatuses = (
  context: RequestContext,
  { talent_ids, expected_versions, status, notes, batch }: Request,
) =>
  runBatchOfEdits(context, {
    ...{ target: 'talent', to: status, batch, details: { action: 'status', status } },
    run: (transaction) => {
      const ids = [...new Set(talent_ids)]
      const wanted = ids.map((id) => ({ id, status, expected: expected_versions?.[id] }))
      return changeWithin(transaction, context, wanted, notes)
    },
  })

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
    return changeWithin(transaction, context, wanted, 'Change undone')
  },
}
