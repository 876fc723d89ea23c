import { setImmediate } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext, Services } from '#platform/http/context.ts'
import { editRow } from '#platform/http/edit-row.ts'
import { conflict } from '#platform/http/errors.ts'
import { putAllInOutbox } from '#platform/mail/outbox.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { peopleAre } from '../people.ts'
import { cancellationEmails } from './cancellation-email.ts'
import { findStaffEvent } from './queries.ts'

/** The emails that one transaction writes: more would hold up others. */
const chunkSize = 200

type Cancellation = {
  id: number
  message: string
  seen_recipients: number
  expected_updated_at?: string | undefined
}

/**
 * Cancels an event and puts the emails to those who are registered into the outbox: the first 200 in the transaction of
 * the cancellation, the others after it. What a crash leaves unwritten, `writeDueEmails` writes.
 * @returns the event, and how many emails there are
 * @throws 404; 409 when it is over or cancelled, has changed, or has more or fewer recipients than the user saw
 */
export async function cancelEvent(context: RequestContext, input: Cancellation) {
  const { id, message, seen_recipients, expected_updated_at: expected } = input
  const { contact } = await context.readSettings()
  const event = await editRow(context, 'This event', {
    ...{ table: 'events', id, expected, changes: { is_cancelled: true } },
    find: (transaction) => findStaffEvent(transaction, id, context.now()),
    async write(transaction, _after, version, before) {
      if (before.is_cancelled) throw conflict('This event is cancelled already.')
      if (before.is_past) throw conflict('This event is over, so it cannot be cancelled any more.')
      if (before.registered !== seen_recipients) {
        throw conflict(
          `${peopleAre(before.registered)} registered now, not ${seen_recipients}. Please look at the email again.`,
        )
      }
      await transaction
        .updateTable('events')
        .set({
          ...{ cancelled_at: version, cancellation_message: message, emails_after: 0 },
          updated_at: version,
        })
        .where('id', '=', id)
        .execute()
      await writeEmails(context, transaction, id, contact.email)
      await writeAudit(transaction, context, {
        ...{ action: 'cancelled', target: 'event', id },
        details: { emails: before.registered, has_message: message !== '' },
      })
    },
  })
  await writeEmailsOf(context, id).catch((err: unknown) =>
    context.log.error({ err, id }, 'emails of a cancelled event are still to be written'),
  )
  return { event, emails: event.registered }
}

type Writer = Pick<Services, 'database' | 'now' | 'config' | 'readSettings'>

/** Writes the emails that were left when a process ended. */
export async function writeDueEmails(services: Writer) {
  const due = await services.database
    .selectFrom('events')
    .select('id')
    .where('emails_after', 'is not', null)
    .execute()
  for (const { id } of due) await writeEmailsOf(services, id)
}

async function writeEmailsOf(services: Writer, id: number) {
  const { contact } = await services.readSettings()
  const writeNext = () =>
    services.database
      .transaction()
      .execute((transaction) => writeEmails(services, transaction, id, contact.email))
  // SQLite runs synchronously, so this gives other requests a turn.
  while (await writeNext()) await setImmediate()
}

/** Writes the next emails of a cancelled event. @returns whether there are more to write */
async function writeEmails(
  { config, now }: Pick<Writer, 'config' | 'now'>,
  transaction: Transaction<Tables>,
  id: number,
  organizer: string,
) {
  await lockRow(transaction, 'events', id)
  const pending = await transaction
    .selectFrom('events')
    .select(['emails_after', 'cancellation_message'])
    .where('id', '=', id)
    .executeTakeFirst()
  const event = await findStaffEvent(transaction, id, now())
  if (!event || !pending || pending.emails_after === null) return false
  const registrations = await transaction
    .selectFrom('event_registrations')
    .select(['id', 'full_name', 'email'])
    .where('event_id', '=', id)
    .where('id', '>', pending.emails_after)
    .orderBy('id')
    .limit(chunkSize)
    .execute()
  const message = pending.cancellation_message
  const emails = cancellationEmails(config, event, registrations, message, organizer)
  await putAllInOutbox(transaction, emails, now().toISOString())
  const isDone = registrations.length < chunkSize
  await transaction
    .updateTable('events')
    .set({ emails_after: isDone ? null : (registrations.at(-1)?.id ?? null) })
    .where('id', '=', id)
    .execute()
  return !isDone
}
