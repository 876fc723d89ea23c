import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Database } from '#database/open.ts'
import type { Tables } from '#database/tables.ts'
import { conflict, type FieldErrors, invalidFields, notFound } from '#platform/http/errors.ts'
import { throwIfInvalid } from '#platform/http/further-errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { createAudited } from '#platform/rows/audited.ts'
import { editRow } from '#platform/rows/edit-row.ts'
import { markImagesUsed, markStoredImages, withMissingImage } from '#platform/storage/images.ts'
import { omitUndefined } from '#platform/text/omit-undefined.ts'
import { discardAudited, trashKind } from '#platform/trash/discard.ts'
import { eventsContract, type StaffEvent } from '../contract.ts'
import { peopleAre } from '../people-are.ts'
import { toldFields } from '../validation.ts'
import { cancelEvent } from './cancel.ts'
import { cancellationText } from './cancellation-email.ts'
import { changeText } from './change-email.ts'
import { checkRecipients, emailsDue, writeEmails, writeRest } from './event-emails.ts'
import { type EventFields, withTimes } from './event-rows.ts'
import {
  findCategories,
  findEvent,
  findEvents,
  findStaffEvent,
  findStaffEvents,
  insertEvent,
  updateEvent,
} from './queries.ts'
import { findRegistrations, recountPeople } from './registrations.ts'

const procedures = implementContract(eventsContract)

export const eventTrash = trashKind({
  name: 'event',
  table: 'events',
  titleOf: ({ title }) => title,
})

export const eventsHandlers = procedures.router({
  list: procedures.list.handler(({ input, context }) =>
    findEvents(context.database, input, input, context.now()),
  ),

  get: procedures.get.handler(async ({ input, context }) => {
    const event = await findEvent(context.database, input.id, context.now())
    if (!event) throw notFound('This event')
    return event
  }),

  staffList: procedures.staffList.handler(({ input, context }) =>
    findStaffEvents(context.database, input, input, context.now()),
  ),

  staffGet: procedures.staffGet.handler(({ input, context }) =>
    getStaffEvent(context.database, input.id, context.now()),
  ),

  categories: procedures.categories.handler(async ({ context }) => ({
    results: await findCategories(context.database),
  })),

  create: procedures.create.use(withMissingImage('image')).handler(async ({ input, context }) => {
    throwIfInvalid({
      ...timeProblems(input),
      ...(await markStoredImages(context, { image: input.image })),
    })
    const now = context.now()
    const id = await createAudited(context, 'event', (transaction) =>
      insertEvent(transaction, input, now.toISOString()),
    )
    return getStaffEvent(context.database, id, now)
  }),

  update: procedures.update.use(withMissingImage('image')).handler(async ({ input, context }) => {
    const { id, expected_updated_at: expected, message, seen_recipients: seen, ...changes } = input
    await markImagesUsed(context, { image: changes.image })
    const event = await editRow(context, 'This event', {
      table: 'events',
      id,
      expected,
      changes,
      audit: { target: 'event' },
      find: (transaction) => findStaffEvent(transaction, id, context.now()),
      async write(transaction, after, version, before) {
        throwIfInvalid(timeProblems(after))
        const isHeldAgain = before.is_past && after.ends_at >= context.now().toISOString()
        const { registered } = isHeldAgain ? await recountPeople(transaction, id) : before
        if (after.capacity !== before.capacity) checkCapacity({ ...after, registered })
        await updateEvent(transaction, id, after, version)
        if (seen !== undefined && isToTell(before, after)) {
          checkRecipients(before, seen)
          await transaction
            .updateTable('events')
            .set({ change_message: message, ...emailsDue })
            .where('id', '=', id)
            .execute()
          await writeEmails(context, transaction, id)
        }
      },
    })
    if (seen !== undefined) {
      // For what is changed already: the other emails may take long.
      context.tagVersions.invalidate(['Event'])
      await writeRest(context, id)
    }
    return event
  }),

  change: procedures.change.handler(async ({ input: { id, ...changes }, context }) => {
    const now = context.now()
    const before = await getStaffEvent(context.database, id, now)
    const event = withTimes({ ...before, ...omitUndefined(changes) })
    const { results } = await findRegistrations(context.database, { id }, { page: 1, page_size: 1 })
    const { EVENT } = (await context.readSettings()).visitors
    const email = changeText(event, results[0]?.full_name ?? '', EVENT)
    return { ...email, recipients: before.registered }
  }),

  cancellation: procedures.cancellation.handler(async ({ input: { id }, context }) => {
    const event = await getStaffEvent(context.database, id, context.now())
    const { results } = await findRegistrations(context.database, { id }, { page: 1, page_size: 1 })
    const { EVENT_CANCELLED } = (await context.readSettings()).visitors
    const name = results[0]?.full_name ?? ''
    const email = cancellationText(context.config, event, name, EVENT_CANCELLED)
    return { ...email, recipients: event.registered }
  }),

  cancel: procedures.cancel.handler(({ input, context }) => cancelEvent(context, input)),

  delete: procedures.delete.handler(async ({ input: { id }, context }) => {
    const isDeleted = await discardAudited(context, eventTrash, id, (transaction) =>
      checkDeletion(transaction, id, context.now()),
    )
    if (!isDeleted) throw notFound('This event')
  }),
})

/** Whether those registered should know of a change. */
const isToTell = (before: StaffEvent, after: EventFields) =>
  !before.is_cancelled &&
  !before.is_past &&
  before.registered > 0 &&
  toldFields.some((field) => before[field] !== after[field])

type Times = Pick<EventFields, 'starts_at' | 'ends_at' | 'registration_deadline'>

const timeProblems = ({
  starts_at,
  ends_at,
  registration_deadline: closes,
}: Times): FieldErrors => ({
  ...(ends_at <= starts_at && { ends_at: ['The end must be after the start'] }),
  ...(closes !== null &&
    closes > ends_at && {
      registration_deadline: ['Registration must close before the event ends'],
    }),
})

/** The event's row is locked, so that nobody registers meanwhile. */
function checkCapacity({ capacity, registered }: { capacity: number | null; registered: number }) {
  if (capacity === null || capacity >= registered) return
  throw invalidFields({
    capacity: [`${peopleAre(registered)} registered already, so there must be as many places`],
  })
}

/** People who count on an event are told before it is gone. @throws 409 */
async function checkDeletion(transaction: Transaction<Tables>, id: number, now: Date) {
  await lockRow(transaction, 'events', id)
  const event = await findStaffEvent(transaction, id, now)
  if (!event || event.is_past || event.registered === 0) return
  if (!event.is_cancelled) {
    throw conflict(
      `${peopleAre(event.registered)} registered for this event. Cancel it first, so that they are told.`,
    )
  }
  const { emails_after } = await transaction
    .selectFrom('events')
    .select('emails_after')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (emails_after !== null) {
    throw conflict('The emails about this event are still being written. Please try again later.')
  }
}

async function getStaffEvent(database: Database, id: number, now: Date) {
  const event = await findStaffEvent(database, id, now)
  if (!event) throw notFound('This event')
  return event
}
