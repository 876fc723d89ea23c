import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { BatchRows } from '#platform/http/batch-rows.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { editEach, runBatchOfEdits } from '#platform/http/edit-each.ts'
import type { RowEdit } from '#platform/http/edit-row.ts'
import { editors } from '#shared/roles.ts'
import type { Testimonial } from '../contract.ts'
import type { TestimonialState } from '../validation.ts'
import { findTestimonial, updateTestimonial } from './queries.ts'

export const testimonialEdit = (id: number) =>
  ({
    ...({ table: 'testimonials', id } as const),
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

/** The changes that bring a row into a state: of a batch, that is a status or a visibility. */
const changesTo = (state: TestimonialState) =>
  state === 'SHOWN' || state === 'HIDDEN' ? { visibility: state === 'SHOWN' } : { status: state }

type Wanted = { id: number; to: TestimonialState; expected: string | undefined }

/** Brings testimonials into a state. Those that have changed since they were seen fail, and don't keep the others. */
function bringInto(within: Transaction<Tables>, context: RequestContext, wanted: Wanted[]) {
  const edits = wanted.map(({ id, to, expected }) => ({
    ...testimonialEdit(id),
    ...{ expected, changes: changesTo(to) as Partial<Testimonial> },
  }))
  const isOfVisibility = isVisibility(wanted[0]?.to ?? '')
  return editEach(within, context, 'This testimonial', edits, ({ visibility, status }) =>
    isOfVisibility ? (visibility ? 'SHOWN' : 'HIDDEN') : status,
  )
}

type Request = {
  testimonial_ids: readonly number[]
  action: keyof typeof stateAfter
  expected_versions?: Record<string, string> | undefined
  batch: number | null
}

/** Changes some testimonials in one transaction, as a batch that can be undone. */
export function changeTestimonials(
  context: RequestContext,
  { testimonial_ids, action, expected_versions, batch }: Request,
) {
  const to = stateAfter[action]
  const ids = [...new Set(testimonial_ids)]
  return runBatchOfEdits(context, {
    ...{ target: 'testimonial', to, batch, details: { action } },
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
      ...{ id, to: from as TestimonialState, expected: version },
    }))
    return bringInto(transaction, context, wanted)
  },
}
