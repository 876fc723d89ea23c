import type { RequestContext } from '#platform/http/context.ts'
import { conflict, notFound, staleRow } from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { consumeStaffLimit, refundStaffLimit } from '#platform/mail/email-limits.ts'
import { writeAudit } from '#platform/security/audit-log.ts'
import type { Slot } from '../slots-contract.ts'
import { bookedMeanwhile, lockCohortsOfSlots } from './change-slot.ts'
import { findInterviews } from './interview-rows.ts'
import { findSlots } from './slots.ts'
import { writeBooking } from './write-booking.ts'

type Cancellation = {
  slot_ids: readonly number[]
  message: string
  seen_booked?: number
}

/**
 * Deletes slots to come. Whoever has booked one keeps the invitation, and gets an email that takes the interview out of
 * the calendar.
 * @throws 409 when more have booked than the user saw: nothing is done then; with the slots as they are now
 */
export async function cancelSlots(
  context: RequestContext,
  { slot_ids, message, seen_booked }: Cancellation,
) {
  const ids = [...new Set(slot_ids)]
  const now = context.now().toISOString()
  const { email: organizer } = (await context.readSettings()).contact
  return context.database.transaction().execute(async (transaction) => {
    await lockCohortsOfSlots(transaction, ids)
    const slots = new Map((await findSlots(transaction, ids)).map((slot) => [slot.id, slot]))
    const coming = [...slots.values()].filter(({ starts_at }) => starts_at > now)
    const people = await findInterviews(transaction, idsBookedIn(coming))
    const refused = await consumeStaffLimit(transaction, people, context.now())
    const refusalOf = (slot: Slot | undefined) =>
      slot?.booked.map(({ id }) => refused.get(id)).find((error) => error !== undefined)
    const ending = coming.filter((slot) => !refusalOf(slot))
    const booked = idsBookedIn(ending)
    const told = people.filter(({ id }) => booked.includes(id))
    // Those of slots that stay because of somebody else there.
    const staying = people.filter(({ id }) => !booked.includes(id) && !refused.has(id))
    await refundStaffLimit(transaction, staying, told)
    if (seen_booked !== undefined && booked.length > seen_booked) {
      throw staleRow(bookedMeanwhile(booked.length, seen_booked), { slots: [...slots.values()] })
    }
    const by = requireViewer(context)
    for (const interview of told) {
      const booking = { interview, to: null, by, organizer, message }
      await writeBooking(transaction, context, booking)
    }
    const succeeded = ending.map(({ id }) => id)
    if (succeeded.length > 0) {
      await transaction.deleteFrom('interview_slots').where('id', 'in', succeeded).execute()
      await writeAudit(transaction, context, {
        action: 'cancelled',
        target: 'interview slots',
        id: null,
        details: { ids: succeeded, emails: booked.length, has_message: message !== '' },
      })
    }
    const failed = ids
      .filter((id) => !succeeded.includes(id))
      .map((id) => {
        const error = slots.has(id)
          ? (refusalOf(slots.get(id)) ??
            conflict('This interview has begun, so it cannot be cancelled any more.'))
          : notFound('This time')
        return { id, detail: error.message }
      })
    return { succeeded, failed }
  })
}

const idsBookedIn = (slots: readonly Slot[]) =>
  slots.flatMap(({ booked }) => booked.map(({ id }) => id))
