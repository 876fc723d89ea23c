import type { Transaction } from 'kysely'
import { digitsOf, searchable } from '#database/search.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, notFound, tooManyPlaces } from '#platform/http/errors.ts'
import { consumeClientQuota, consumeLimit, refundLimit } from '#platform/http/limits.ts'
import { consumeEmailLimits } from '#platform/mail/email-limits.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { checkForm } from '#platform/security/spam-check.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { privacyVersion } from '#shared/privacy.ts'
import type { Event } from '../contract.ts'
import type { RegistrationInput } from '../registration-contract.ts'
import { findStaffEvent } from './queries.ts'
import { registrationEmail } from './registration-email.ts'
import { countPeople } from './registrations.ts'

/** Registrations per client in ten minutes without a form token. */
const callsWithoutToken = 5
/** Limits the emails for repeated registrations, so that a stranger can't flood a mailbox. */
const repeatedEmailLimit = { calls: 1, seconds: 60 * 60 }

/**
 * Registers for an event: takes a place, stores the registration and sends the email, all or nothing. If the address is
 * registered already, the email is sent again, and the response is the same, so that it reveals nothing. A mailbox that
 * has had its share of emails today gets none, and the registration is stored all the same.
 * @throws 404; 409 when the event is over, closed or full, or has its registration elsewhere; 429
 */
export async function register(context: RequestContext, input: RegistrationInput) {
  const { isHoneypotFilled } = await checkForm(context, 'registration', input, callsWithoutToken)
  // A bot takes no place and causes no email.
  if (isHoneypotFilled) {
    context.log.info({ eventId: input.id }, 'registration by a bot dropped')
    return
  }
  const now = context.now()
  const { contact, visitors } = await context.readSettings()
  await context.database.transaction().execute(async (transaction) => {
    const event = await takePlace(transaction, input.id, now)
    const registration = await insertRegistration(transaction, input, now.toISOString())
    // Also for who is registered already: that some pass where others are refused would tell who they are.
    await limitPlaces(context, transaction, event)
    if (!registration) await countPeople(transaction, input.id, { registered: -1 })
    const known = registration ?? (await findKnown(transaction, input))
    const isDue = registration !== null || (await mayRepeatEmail(transaction, known.id, now))
    if (!isDue) return
    if (!(await consumeEmailLimits(transaction, context, input.email, now))) {
      // Who registers again gets it, once it may be sent.
      if (!registration) await refundLimit(transaction, repeatedEmailKey(known.id))
      return
    }
    const recipient = { ...known, email: input.email }
    const { REGISTRATION } = visitors
    const email = registrationEmail(context, event, recipient, contact.email, REGISTRATION)
    await putInOutbox(transaction, email, now.toISOString())
  })
}

/** Takes a place in a single statement, so that no two visitors can take the same one. @throws 404 or 409 */
async function takePlace(transaction: Transaction<Tables>, id: number, now: Date) {
  const at = now.toISOString()
  const { numUpdatedRows } = await transaction
    .updateTable('events')
    .set((set) => ({ registered: set('registered', '+', 1) }))
    .where('id', '=', id)
    .where('ends_at', '>=', at)
    .where('registration_link', '=', '')
    .where('cancelled_at', 'is', null)
    .where((where) =>
      where.or([
        where('registration_deadline', 'is', null),
        where('registration_deadline', '>', at),
      ]),
    )
    .where((where) =>
      where.or([where('capacity', 'is', null), where('registered', '<', where.ref('capacity'))]),
    )
    .executeTakeFirst()
  const event = await findStaffEvent(transaction, id, now)
  if (!event) throw notFound('This event')
  if (numUpdatedRows === 0n) throw conflict(refusalReason(event))
  return event
}

/** Counts a place that this client takes. Of an event without a limit there are always others left. @throws 429 */
async function limitPlaces(
  context: RequestContext,
  transaction: Transaction<Tables>,
  { id, capacity }: Event,
) {
  if (capacity === null) return
  const waitS = await consumeClientQuota(context, transaction, 'event', id, capacity)
  if (waitS !== null) throw tooManyPlaces(context.responseHeaders, waitS)
}

function refusalReason(event: Event) {
  if (event.is_cancelled) return 'This event is cancelled.'
  if (event.is_past) return 'This event has passed. We look forward to seeing you at another one.'
  if (event.registration === 'elsewhere') {
    return 'The registration for this event is elsewhere. Its page has the link.'
  }
  if (event.registration === 'closed') return 'The registration for this event has closed.'
  return 'This event is full. Somebody may still cancel: please look again later.'
}

/** @returns null if that email is registered already */
async function insertRegistration(
  transaction: Transaction<Tables>,
  input: RegistrationInput,
  now: string,
) {
  const { id, full_name, email, phone, organisation } = input
  const row = await transaction
    .insertInto('event_registrations')
    .values({
      event_id: id,
      full_name,
      email,
      phone,
      organisation,
      email_key: emailKeyOf(email),
      consent_version: privacyVersion,
      search_text: searchable([full_name, email, phone, organisation, digitsOf(phone)].join('\n')),
      created_at: now,
    })
    .onConflict((on) => on.columns(['event_id', 'email_key']).doNothing())
    .returning(['id', 'full_name'])
    .executeTakeFirst()
  return row ?? null
}

const findKnown = (transaction: Transaction<Tables>, { id, email }: RegistrationInput) =>
  transaction
    .selectFrom('event_registrations')
    .select(['id', 'full_name'])
    .where('event_id', '=', id)
    .where('email_key', '=', emailKeyOf(email))
    .executeTakeFirstOrThrow()

const repeatedEmailKey = (id: number) => `registration-email:${id}`

const mayRepeatEmail = async (transaction: Transaction<Tables>, id: number, now: Date) =>
  (await consumeLimit(transaction, repeatedEmailKey(id), repeatedEmailLimit, now)) === null
