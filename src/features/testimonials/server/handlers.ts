import type { Database } from '#database/open.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { notFound } from '#platform/http/errors.ts'
import { implementContract, isStaffView, requireViewer } from '#platform/http/procedures.ts'
import { createAudited } from '#platform/rows/audited.ts'
import { batchResponseOf } from '#platform/rows/batch-response.ts'
import { editRow } from '#platform/rows/edit-row.ts'
import { reorderAudited } from '#platform/rows/reorder-audited.ts'
import { toBatchResponse } from '#platform/rows/stream-batch.ts'
import { checkForBot, consumeTextLimit } from '#platform/security/spam-check.ts'
import { markImagesUsed, withMissingImage } from '#platform/storage/images.ts'
import { discardAudited, discardEachAudited, trashKind } from '#platform/trash/discard.ts'
import { privacyVersion } from '#shared/privacy.ts'
import { editors, isOneOf } from '#shared/roles.ts'
import { testimonialsContract } from '../contract.ts'
import { testimonialReceived } from '../validation.ts'
import {
  countPending,
  findShownOrder,
  findShownTestimonials,
  findTestimonial,
  findTestimonials,
  insertTestimonial,
  type Texts,
} from './queries.ts'
import { changeTestimonials, testimonialEdit } from './testimonial-batches.ts'

const procedures = implementContract(testimonialsContract)

export const testimonialTrash = trashKind({
  name: 'testimonial',
  table: 'testimonials',
  titleOf: ({ full_name }) => full_name,
})

/** Testimonials per client in ten minutes without a form token. */
const callsWithoutToken = 5

export const testimonialsHandlers = procedures.router({
  list: procedures.list.handler(({ input, context }) => {
    const { status, visibility, search, ordering } = input
    const asksForMore = Boolean(status || visibility !== undefined || search || ordering)
    return isStaffView(context, editors, asksForMore)
      ? findTestimonials(context.database, input, input)
      : findShownTestimonials(context.database, input)
  }),

  counts: procedures.counts.handler(({ context }) => countPending(context.database)),

  create: procedures.create
    .use(withMissingImage('profile_picture', editors))
    .handler(async ({ input, context }) => {
      const { full_name, title, description } = input
      // An editor whose session has ended gets a 401, instead of being treated as a visitor.
      if (context.hasInvalidToken) requireViewer(context)
      const byEditor = isOneOf(editors, context.viewer?.role)
      const texts = { full_name, title, description }
      const id = await (byEditor
        ? publish(context, { ...texts, profile_picture: input.profile_picture })
        : storeVisitors(context, input, texts))
      return {
        detail: byEditor ? 'The testimonial is on the site.' : testimonialReceived,
        // The response doesn't reveal that a bot was detected.
        data: {
          ...(await getTestimonial(context.database, id)),
          status: byEditor ? ('APPROVED' as const) : ('PENDING' as const),
        },
      }
    }),

  update: procedures.update
    .use(withMissingImage('profile_picture'))
    .handler(async ({ input, context }) => {
      const { id, expected_updated_at: expected, ...changes } = input
      await markImagesUsed(context, { profile_picture: changes.profile_picture })
      return editRow(context, 'This testimonial', { ...testimonialEdit(id), expected, changes })
    }),

  delete: procedures.delete.handler(async ({ input, context }) => {
    if (!(await discardAudited(context, testimonialTrash, input.id)))
      throw notFound('This testimonial')
  }),

  toggleVisibility: procedures.toggleVisibility.handler(({ input, context }) =>
    editRow(context, 'This testimonial', {
      ...testimonialEdit(input.id),
      expected: input.expected_updated_at,
      changes: ({ visibility }) => ({ visibility: !visibility }),
    }),
  ),

  batch: procedures.batch.handler(async ({ input, context }) => {
    const { testimonial_ids: ids, action } = input
    if (action !== 'delete') {
      return toBatchResponse(await changeTestimonials(context, { ...input, action }))
    }
    const done = await discardEachAudited(context, testimonialTrash, ids)
    return { ...batchResponseOf(ids, done, 'This testimonial'), batch: null }
  }),

  reorder: procedures.reorder.handler(({ input, context }) =>
    reorderAudited(context, 'testimonials', 'testimonials', input.ids, findShownOrder),
  ),
})

async function publish(context: RequestContext, fields: Texts & { profile_picture: string }) {
  await markImagesUsed(context, { profile_picture: fields.profile_picture })
  return createAudited(context, 'testimonial', (transaction) =>
    insertTestimonial(transaction, { ...fields, status: 'APPROVED' }, context.now().toISOString()),
  )
}

/**
 * Stores a visitor's testimonial for staff to decide on. Spam is rejected, and so is what comes twice, as after a lost
 * response. A stranger's image URL is left out: it could track everybody who views the page.
 */
async function storeVisitors(
  context: RequestContext,
  form: Parameters<typeof checkForBot>[2],
  texts: Texts,
) {
  const isBot = await checkForBot(context, 'testimonial', form, callsWithoutToken)
  const now = context.now()
  return context.database.transaction().execute(async (transaction) => {
    const text = `${texts.full_name} ${texts.title} ${texts.description}`
    const isTaken = !isBot && (await consumeTextLimit(transaction, 'testimonial', text, now))
    const status = isTaken ? 'PENDING' : 'REJECTED'
    const more = { profile_picture: '', status, consent_version: privacyVersion } as const
    return insertTestimonial(transaction, { ...texts, ...more }, now.toISOString())
  })
}

async function getTestimonial(database: Database, id: number) {
  const testimonial = await findTestimonial(database, id)
  if (!testimonial) throw notFound('This testimonial')
  return testimonial
}
