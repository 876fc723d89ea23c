import { setImmediate } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Tables } from '#database/tables.ts'
import type { Services } from '#platform/http/context.ts'
import { conflict } from '#platform/http/errors.ts'
import { putAllInOutbox } from '#platform/mail/outbox.ts'
import { withholdOutdated } from '#platform/mail/withhold.ts'
import { formatCount } from '#shared/format.ts'
import { peopleAre } from '../people-are.ts'
import { cancellationEmails } from './cancellation-email.ts'
import { changeEmails } from './change-email.ts'
import { findStaffEvent } from './queries.ts'
import { emailsAbout } from './registration-email.ts'

/** The emails that one transaction writes: more would hold up others. */
const chunkSize = 200

/** @throws 409 when more or fewer people would get an email than the user saw */
export function checkRecipients({ registered }: { registered: number }, seen: number) {
  if (registered === seen) return
  throw conflict(
    `${peopleAre(registered)} registered now, not ${formatCount(seen)}. Please look at the email again.`,
  )
}

/**
 * What is set in an event about which emails become due. They go to those registered then: whoever registers while they
 * are written gets a confirmation, which tells of the event as it is.
 */
export const emailsDue = {
  emails_after: 0,
  emails_until: sql<number | null>`(
    select max(id) from event_registrations where event_id = events.id
  )`,
}

type Writer = Pick<Services, 'database' | 'now' | 'config' | 'secret' | 'readSettings'>
type LoggingWriter = Writer & Pick<Services, 'log'>

/** Writes the emails about changed and cancelled events that were left when a process ended. */
export async function writeDueEventEmails(services: LoggingWriter) {
  const due = await services.database
    .selectFrom('events')
    .select('id')
    .where('emails_after', 'is not', null)
    .execute()
  for (const { id } of due) await writeRest(services, id)
}

async function writeEmailsOf(services: Writer, id: number) {
  const writeNext = () =>
    services.database.transaction().execute((transaction) => writeEmails(services, transaction, id))
  // SQLite runs synchronously, so this gives other requests a turn.
  while (await writeNext()) await setImmediate()
}

/**
 * Writes the emails that were too many for the transaction of their reason. What fails is logged and left: an event must
 * not keep those of the others unwritten.
 */
export const writeRest = (services: LoggingWriter, id: number) =>
  writeEmailsOf(services, id).catch((err: unknown) =>
    services.log.error({ err, id }, 'emails about an event are still to be written'),
  )

/** Writes the next emails about a changed or cancelled event. @returns whether there are more to write */
export async function writeEmails(
  services: Omit<Writer, 'database'>,
  transaction: Transaction<Tables>,
  id: number,
) {
  const { now, readSettings } = services
  await lockRow(transaction, 'events', id)
  const pending = await transaction
    .selectFrom('events')
    .select(['emails_after', 'emails_until', 'cancellation_message', 'change_message'])
    .where('id', '=', id)
    .executeTakeFirst()
  const event = await findStaffEvent(transaction, id, now())
  if (!event || !pending || pending.emails_after === null) return false
  const { emails_after: after, emails_until: until } = pending
  const registrations = await transaction
    .selectFrom('event_registrations')
    .select(['id', 'full_name', 'email'])
    .where('event_id', '=', id)
    .where('id', '>', after)
    .$if(until !== null, (query) => query.where('id', '<=', until))
    .orderBy('id')
    .limit(chunkSize)
    .execute()
  const { contact, visitors } = await readSettings(transaction)
  const organizer = contact.email
  const emails = event.is_cancelled
    ? cancellationEmails(services.config, event, registrations, {
        template: visitors.EVENT_CANCELLED,
        message: pending.cancellation_message,
        organizer,
      })
    : changeEmails(services, event, registrations, {
        template: visitors.EVENT,
        message: pending.change_message,
        organizer,
      })
  const recipients = registrations.map(({ email }) => email)
  await withholdOutdated(transaction, recipients, [emailsAbout(event)])
  await putAllInOutbox(transaction, emails, now().toISOString())
  const isDone = registrations.length < chunkSize
  await transaction
    .updateTable('events')
    .set(
      isDone
        ? { emails_after: null, emails_until: null }
        : { emails_after: registrations.at(-1)?.id ?? null },
    )
    .where('id', '=', id)
    .execute()
  return !isDone
}
