import type { Database } from '#database/open.ts'
import { editRow } from '#platform/http/edit-row.ts'
import { notFound, rejectFields } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { deleteAudited } from '#platform/security/audit-log.ts'
import { markImagesUsed } from '#platform/storage/images.ts'
import { eventsContract } from '../contract.ts'
import {
  deleteEvent,
  type EventFields,
  findEvent,
  findEvents,
  findStaffEvents,
  insertEvent,
  updateEvent,
} from './queries.ts'

const procedures = implementContract(eventsContract)

export const eventsHandlers = procedures.router({
  list: procedures.list.handler(({ input, context }) =>
    findEvents(context.database, input, input, context.now()),
  ),

  get: procedures.get.handler(({ input, context }) =>
    getEvent(context.database, input.id, context.now()),
  ),

  staffList: procedures.staffList.handler(({ input, context }) =>
    findStaffEvents(context.database, input, input, context.now()),
  ),

  create: procedures.create.handler(async ({ input, context }) => {
    checkTimes(input)
    await markImagesUsed(context, { image: input.image })
    const now = context.now()
    const id = await insertEvent(context.database, input, now.toISOString())
    return getEvent(context.database, id, now)
  }),

  update: procedures.update.handler(async ({ input, context }) => {
    const { id, expected_updated_at: expected, ...changes } = input
    await markImagesUsed(context, { image: changes.image })
    return editRow(context, 'This event', {
      ...{ table: 'events', id, expected, changes },
      find: (transaction) => findEvent(transaction, id, context.now()),
      async write(transaction, after, version) {
        checkTimes(after)
        await updateEvent(transaction, id, after, version)
      },
    })
  }),

  delete: procedures.delete.handler(async ({ input, context }) => {
    const isDeleted = await deleteAudited(context, 'event', input.id, (transaction) =>
      deleteEvent(transaction, input.id),
    )
    if (!isDeleted) throw notFound('This event')
  }),
})

type Times = Pick<EventFields, 'starts_at' | 'ends_at' | 'registration_deadline'>

function checkTimes({ starts_at, ends_at, registration_deadline }: Times) {
  if (ends_at <= starts_at) {
    throw rejectFields({ ends_at: ['The end must be after the start'] })
  }
  if (registration_deadline !== null && registration_deadline > ends_at) {
    throw rejectFields({
      registration_deadline: ['Registration must close before the event ends'],
    })
  }
}

async function getEvent(database: Database, id: number, now: Date) {
  const event = await findEvent(database, id, now)
  if (!event) throw notFound('This event')
  return event
}
