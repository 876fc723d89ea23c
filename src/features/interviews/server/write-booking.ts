import type { Transaction } from 'kysely'
import { recordEdit } from '#database/edits.ts'
import { nextVersion } from '#database/row-version.ts'
import type { Tables } from '#database/tables.ts'
import type { Services } from '#platform/http/context.ts'
import { consumeLimit } from '#platform/http/limits.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { sequenceAt } from '#shared/calendar.ts'
import { dayMs } from '#shared/durations.ts'
import type { Interview } from '../contract.ts'
import type { SlotFacts } from '../slot-time.ts'
import { canChooseTime } from '../validation.ts'
import { type Actor, recordInterviews, timeText } from './history.ts'
import { bookedEmail, cancelledEmail, withholdOlder } from './interview-email.ts'

export type Writer = Pick<Services, 'config' | 'secret' | 'now' | 'readSettings'>

type Booking = {
  interview: Interview
  /** The new time with the seat there; null for none. */
  to: (SlotFacts & { id: number; seat: number }) | null
  by: Actor
  /** The company's email, read before the transaction. */
  organizer: string
  /** What the email about a cancellation by staff says besides. */
  message?: string
}

/**
 * Writes a booking: the row, its entry in the history, and the email with the file for the calendar. The cohort is
 * locked, and the seat is free.
 */
export async function writeBooking(
  transaction: Transaction<Tables>,
  writer: Writer,
  { interview, to, by, organizer, message = '' }: Booking,
) {
  const { slot: before } = interview
  const { version, sequence } = await writeTime(transaction, writer, { interview, to, by })
  const { visitors } = await writer.readSettings(transaction)
  const changed = {
    interview: { ...interview, updated_at: version },
    sequence,
    organizer,
    template: visitors[`INTERVIEW_${occasionOf(interview, to, by)}`],
  }
  const email = to
    ? bookedEmail(writer, { ...changed, time: to })
    : before &&
      cancelledEmail(writer, {
        ...changed,
        time: before,
        message,
        canChoose: canChooseTime(interview),
      })
  const isDue = by !== null || (await consumeEmail(transaction, interview.id, writer.now()))
  // Also where no email is due: what an older one says is no longer so.
  await withholdOlder(transaction, [interview])
  if (email && isDue) await putInOutbox(transaction, email, version)
}

const emailsLimit = { calls: 10, seconds: dayMs / 1000 }

/**
 * Counts an email that an applicant causes by their link: whoever changes their mind all day stops getting emails, and
 * keeps what they have chosen. Counted apart from what strangers cause by typing the address, who could use that up.
 */
const consumeEmail = async (transaction: Transaction<Tables>, id: number, now: Date) =>
  (await consumeLimit(transaction, `interview-emails:${id}`, emailsLimit, now)) === null

function occasionOf({ slot: before, state }: Interview, to: Booking['to'], by: Actor) {
  // A time that was missed is over: the next one is no change of it.
  if (to) return before && state !== 'NO_SHOW' ? 'CHANGED' : 'BOOKED'
  return by ? 'CANCELLED' : 'LEFT'
}

/** Writes the time of an interview without an email. @returns what an email tells calendars */
async function writeTime(
  transaction: Transaction<Tables>,
  writer: Pick<Writer, 'now'>,
  { interview, to, by }: Pick<Booking, 'interview' | 'to' | 'by'>,
) {
  const { id, slot: before } = interview
  const version = nextVersion(interview.updated_at, writer.now())
  const sequence = await nextSequence(transaction, id, version)
  await transaction
    .updateTable('interviews')
    .set({
      slot_id: to?.id ?? null,
      seat: to?.seat ?? null,
      booked_at: to ? version : null,
      freed_slot_id: null,
      freed_seat: null,
      freed_email_id: null,
      outcome: '',
      sequence,
      updated_at: version,
    })
    .where('id', '=', id)
    .execute()
  await recordInterviews(transaction, by, version, [
    { ...interview, from: timeText(before), to: timeText(to) },
  ])
  const editor = by ?? { id: null, name: 'The applicant' }
  await recordEdit(transaction, 'interviews', id, { version, by: editor, fields: ['time'] })
  return { version, sequence }
}

/** A number that is greater than that of the last email, also when both were sent within a second. */
export async function nextSequence(
  transaction: Transaction<Tables>,
  id: number,
  version: string,
): Promise<number> {
  const { sequence } = await transaction
    .selectFrom('interviews')
    .select('sequence')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return Math.max(sequence + 1, sequenceAt(version))
}
