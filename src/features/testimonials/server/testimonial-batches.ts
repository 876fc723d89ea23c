import type { Transaction } from 'kysely'
import type { BatchChange } from '#database/batches.ts'
import { recordEdits } from '#database/edits.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import type { BatchRows } from '#platform/rows/batch-rows.ts'
import { runBatchOfEdits, separateStale } from '#platform/rows/edit-many.ts'
import type { RowEdit } from '#platform/rows/edit-row.ts'
import { auditBatch } from '#platform/security/audit-log.ts'
import { editors } from '#shared/roles.ts'
import type { Testimonial } from '../contract.ts'
import type { TestimonialState } from '../validation.ts'
import { findTestimonial, lockTestimonials, setTestimonials, updateTestimonial } from './queries.ts'

export const testimonialEdit = (id: number) =>
  ({
    table: 'testimonials',
    id,
    audit: { target: 'testimonial' },
    find: (transaction) => findTestimonial(transaction, id),
    write: updateTestimonial,
  }) satisfies Omit<RowEdit<Testimonial, Partial<Testimonial>>, 'changes'>

/** What each action of a batch makes of the rows. */
const stateAfter = {
  approve: 'APPROVED',
  reject: 'REJECTED',
  show: 'SHOWN',
  hide: 'HIDDEN',
} as const satisfies Record<string, TestimonialState>

const isVisibility = (state: string) => state === 'SHOWN' || state === 'HIDDEN'

type Wanted = { id: number; to: TestimonialState; expected: string | undefined }

/**
 * Brings testimonials into a state by a few statements, however many they are. Those that have changed since they were
 * seen fail, and don't keep the others.
 */
async function bringInto(
  transaction: Transaction<Tables>,
  context: RequestContext,
  wanted: readonly Wanted[],
) {
  const byId = new Map(wanted.map((one) => [one.id, one]))
  const stateWanted = ({ id }: { id: number }) => byId.get(id)?.to as TestimonialState
  const rows = await lockTestimonials(transaction, [...byId.keys()])
  const { fresh, failed, version } = await separateStale(transaction, context, {
    table: 'testimonials',
    subject: 'This testimonial',
    wanted,
    rows,
  })
  const isOfVisibility = isVisibility(wanted[0]?.to ?? '')
  const stateOf = ({ hidden_at, status }: (typeof rows)[number]) =>
    isOfVisibility ? (hidden_at === null ? 'SHOWN' : 'HIDDEN') : status
  const changed = fresh.filter((row) => stateOf(row) !== stateWanted(row))
  for (const [state, some] of Map.groupBy(changed, stateWanted)) {
    const ids = some.map(({ id }) => id)
    await setTestimonials(transaction, ids, changesTo(state, version), version)
  }
  const fields = [isOfVisibility ? 'visibility' : 'status']
  const by = requireViewer(context)
  await recordEdits(
    transaction,
    'testimonials',
    changed.map(({ id }) => ({ id, version, by, fields })),
  )
  const changes = changed.map((row): BatchChange => ({ id: row.id, from: stateOf(row), version }))
  return { succeeded: fresh.map(({ id }) => id), failed, changes }
}

/** The changes that bring a row into a state: of a batch, that is a status or a visibility. */
function changesTo(state: TestimonialState, version: string) {
  if (state === 'SHOWN') return { hidden_at: null }
  return state === 'HIDDEN' ? { hidden_at: version } : { status: state }
}

type TestimonialStateRequest = {
  testimonial_ids: readonly number[]
  action: keyof typeof stateAfter
  expected_versions?: Record<string, string>
  batch: number | null
}

/** Changes some testimonials in one transaction, as a batch that can be undone. */
export function changeTestimonials(
  context: RequestContext,
  { testimonial_ids, action, expected_versions, batch }: TestimonialStateRequest,
) {
  const to = stateAfter[action]
  const ids = [...new Set(testimonial_ids)]
  return runBatchOfEdits(context, {
    target: 'testimonial',
    to,
    batch,
    audit: auditBatch(context, 'testimonial', { action }),
    run: (transaction) =>
      bringInto(
        transaction,
        context,
        ids.map((id) => ({ id, to, expected: expected_versions?.[id] })),
      ),
  })
}

/** How batches on testimonials are shown and undone. */
export const testimonialBatches: BatchRows = {
  access: editors,
  tags: ['Testimonial'],

  async findNames(database, ids) {
    if (ids.length === 0) return new Map<number, string>()
    const rows = await database
      .selectFrom('testimonials')
      .select(['id', 'full_name'])
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, full_name }) => [id, full_name]))
  },

  restore(transaction, context, _to, changes) {
    const wanted = changes.map(({ id, from, version }) => ({
      id,
      to: from as TestimonialState,
      expected: version,
    }))
    return bringInto(transaction, context, wanted)
  },
}
