import type { RequestContext } from '#platform/http/context.ts'
import { conflict } from '#platform/http/errors.ts'
import { editRow } from '#platform/rows/edit-row.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import { checkRecipients, emailsDue, writeEmails, writeRest } from './event-emails.ts'
import { findStaffEvent } from './queries.ts'

type Cancellation = {
  id: number
  message: string
  seen_recipients: number
  expected_updated_at?: string
}

/**
 * Cancels an event and puts the emails to those who are registered into the outbox: the first 200 in the transaction of
 * the cancellation, the others after it. What a crash leaves unwritten, `writeDueEventEmails` writes.
 * @returns the event, and how many emails there are
 * @throws 404; 409 when it is over or cancelled, has changed, or has more or fewer recipients than the user saw
 */
export async function cancelEvent(context: RequestContext, input: Cancellation) {
  const { id, message, seen_recipients, expected_updated_at: expected } = input
  const event = await editRow(context, 'This event', {
    table: 'events',
    id,
    expected,
    changes: { is_cancelled: true },
    find: (transaction) => findStaffEvent(transaction, id, context.now()),
    async write(transaction, _after, version, before) {
      if (before.is_cancelled) throw conflict('This event is cancelled already.')
      if (before.is_past) throw conflict('This event is over, so it cannot be cancelled any more.')
      checkRecipients(before, seen_recipients)
      await transaction
        .updateTable('events')
        .set({
          cancelled_at: version,
          cancellation_message: message,
          ...emailsDue,
          updated_at: version,
        })
        .where('id', '=', id)
        .execute()
      await writeEmails(context, transaction, id)
      await writeAudit(transaction, context, {
        action: 'cancelled',
        target: 'event',
        id,
        details: { emails: before.registered, has_message: message !== '' },
      })
    },
  })
  // For what is changed already: the other emails may take long.
  context.tagVersions.invalidate(['Event'])
  await writeRest(context, id)
  return { event, emails: event.registered }
}
