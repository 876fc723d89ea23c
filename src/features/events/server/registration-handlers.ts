import type { RequestContext } from '#platform/http/context.ts'
import { badRequest, conflict, notFound, tooManyRequests } from '#platform/http/errors.ts'
import { consumeLimit } from '#platform/http/limits.ts'
import { implementContract, requireViewer } from '#platform/http/procedures.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { refuseRepeat } from '#platform/mail/refuse-repeat.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { readSignedId } from '#platform/security/signed-id.ts'
import { discardAudited } from '#platform/trash/discard.ts'
import { findInTrash } from '#platform/trash/in-trash.ts'
import { eventRegistrationsContract } from '../registration-contract.ts'
import { cancelMessages, registrationDone } from '../validation.ts'
import { findEvent, findStaffEvent } from './queries.ts'
import { register } from './register.ts'
import { cancelPurpose, registrationEmail } from './registration-email.ts'
import { exportRegistrations } from './registration-export.ts'
import {
  cancelRegistration,
  registrationTrash,
  releasePlace,
  trashPlace,
} from './registration-trash.ts'
import {
  checkIn,
  findEventIdOf,
  findRegistrations,
  findRegistrationsById,
  lockEventOf,
} from './registrations.ts'

const procedures = implementContract(eventRegistrationsContract)

/** How often one person gets the email of a registration again. */
const resendLimit = { calls: 5, seconds: 60 * 60 }

export const eventRegistrationsHandlers = procedures.router({
  register: procedures.register.handler(async ({ input, context }) => {
    await register(context, input)
    return { detail: registrationDone(context.config.smtpUrl !== undefined) }
  }),

  ofToken: procedures.ofToken.handler(async ({ input, context }) => {
    const id = readToken(context, input.token)
    const live = await findEventIdOf(context.database, id)
    // Who cancels must find the button: staff may restore what they have deleted.
    const eventId = live ?? (await findInTrash(context.database, trashPlace(id)))?.row.event_id
    if (eventId === undefined) throw notFound('This registration')
    const event = await findEvent(context.database, eventId, context.now())
    if (!event && live !== null) throw notFound('This registration')
    return { event, is_deleted: live === null }
  }),

  cancel: procedures.cancel.handler(async ({ input, context }) => {
    // Idempotent: a second click gets the same response.
    const id = readToken(context, input.token)
    const wasInTrash = await context.database
      .transaction()
      .execute((transaction) => cancelRegistration(transaction, id))
    if (wasInTrash) context.tagVersions.invalidate(['Trash'])
    return { detail: cancelMessages.done }
  }),

  list: procedures.list.handler(async ({ input, context }) => {
    const { registered, arrived } = await getEvent(context, input.id)
    return { ...(await findRegistrations(context.database, input, input)), registered, arrived }
  }),

  export: procedures.export.handler(async ({ input: { params, query, body }, context }) => {
    await getEvent(context, params.id)
    return exportRegistrations(context, params.id, body, query.format)
  }),

  checkIn: procedures.checkIn.handler(async ({ input: { id, is_here }, context }) => {
    const { name } = requireViewer(context)
    const registration = await context.database.transaction().execute(async (transaction) => {
      const note = is_here ? { at: context.now().toISOString(), by: name } : null
      const found = await checkIn(transaction, id, note)
      if (found) {
        await writeAudit(transaction, context, {
          action: 'changed',
          target: 'event registration',
          id,
          details: { is_here },
        })
      }
      return found
    })
    if (!registration) throw notFound('This registration')
    return registration
  }),

  resend: procedures.resend.handler(async ({ input: { id }, context }) => {
    const { contact, visitors } = await context.readSettings()
    const { email } = await context.database.transaction().execute(async (transaction) => {
      // Otherwise the email could come after that of a cancellation.
      const eventId = await lockEventOf(transaction, id)
      const [registration] = await findRegistrationsById(transaction, [id])
      if (!registration || eventId === null) throw notFound('This registration')
      const event = await getEvent({ ...context, database: transaction }, eventId)
      if (event.is_cancelled) throw conflict('This event is cancelled. They have been told.')
      if (event.is_past) {
        throw conflict('This event is over, so there is nothing to remind them of.')
      }
      const email = registrationEmail(
        context,
        event,
        registration,
        contact.email,
        visitors.REGISTRATION,
      )
      await refuseRepeat(transaction, context, email)
      const key = `registration-resent:${id}`
      const waitS = await consumeLimit(transaction, key, resendLimit, context.now())
      if (waitS !== null) throw tooManyRequests(context.responseHeaders, waitS)
      await putInOutbox(transaction, email, context.now().toISOString())
      const line = { action: 'resent', target: 'email of event registration', id } as const
      await writeAudit(transaction, context, line)
      return registration
    })
    return { detail: `The email to ${email} is in the outbox.` }
  }),

  delete: procedures.delete.handler(async ({ input, context }) => {
    const isDeleted = await discardAudited(context, registrationTrash, input.id, (transaction) =>
      releasePlace(transaction, input.id),
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

async function getEvent({ database, now }: Pick<RequestContext, 'database' | 'now'>, id: number) {
  const event = await findStaffEvent(database, id, now())
  if (!event) throw notFound('This event')
  return event
}
