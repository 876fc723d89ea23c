import type { RequestContext } from '#platform/http/context.ts'
import { badRequest, notFound } from '#platform/http/errors.ts'
import { implementContract } from '#platform/http/procedures.ts'
import { deleteAudited, withoutSearch, writeAudit } from '#platform/security/audit-log.ts'
import { readSignedId } from '#platform/security/signed-id.ts'
import { attachment } from '#platform/storage/files.ts'
import { localDay } from '#shared/company.ts'
import { eventRegistrationsContract } from '../registration-contract.ts'
import { cancelMessages, registrationDone } from '../validation.ts'
import { findEvent } from './queries.ts'
import { register, removeRegistration } from './register.ts'
import { cancelPurpose } from './registration-email.ts'
import { findEventIdOf, findRegistrations, registrationsCsv } from './registrations.ts'

const procedures = implementContract(eventRegistrationsContract)

export const eventRegistrationsHandlers = procedures.router({
  register: procedures.register.handler(async ({ input, context }) => {
    await register(context, input)
    return { detail: registrationDone }
  }),

  ofToken: procedures.ofToken.handler(async ({ input, context }) => {
    const eventId = await findEventIdOf(context.database, readToken(context, input.token))
    if (eventId === null) throw notFound('This registration')
    return { event: await getEvent(context, eventId) }
  }),

  cancel: procedures.cancel.handler(async ({ input, context }) => {
    // Idempotent: a second click gets the same response.
    const id = readToken(context, input.token)
    await context.database
      .transaction()
      .execute((transaction) => removeRegistration(transaction, id))
    return { detail: cancelMessages.done }
  }),

  list: procedures.list.handler(async ({ input, context }) => {
    await getEvent(context, input.id)
    return findRegistrations(context.database, input, input)
  }),

  export: procedures.export.handler(async ({ input, context }) => {
    await getEvent(context, input.id)
    const { id, ...filters } = input
    await writeAudit(context.database, context, {
      ...{ action: 'exported', target: 'event registrations', id },
      details: { filters: withoutSearch(filters) },
    })
    const name = `event-${input.id}-registrations-${localDay(context.now())}.csv`
    return {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': attachment(name),
      },
      body: await registrationsCsv(context.database, input),
    }
  }),

  delete: procedures.delete.handler(async ({ input, context }) => {
    const isDeleted = await deleteAudited(context, 'event registration', input.id, (transaction) =>
      removeRegistration(transaction, input.id),
    )
    if (!isDeleted) throw notFound('This registration')
  }),
})

/** @throws 400 unless the token was signed here */
function readToken(context: RequestContext, token: string) {
  const id = readSignedId(context, cancelPurpose, token)
  if (id === null) throw badRequest(cancelMessages.token)
  return id
}

async function getEvent({ database, now }: RequestContext, id: number) {
  const event = await findEvent(database, id, now())
  if (!event) throw notFound('This event')
  return event
}
