import type { Transaction } from 'kysely'
import { recordEdit } from '#database/edits.ts'
import { nextVersionOfAll } from '#database/row-version.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import {
  conflict,
  type FieldErrors,
  invalidFields,
  notFound,
  staleRow,
} from '#platform/http/errors.ts'
import { requireViewer } from '#platform/http/procedures.ts'
import { requireStaffLimit } from '#platform/mail/email-limits.ts'
import { putAllInOutbox } from '#platform/mail/outbox.ts'
import { editRowWithin } from '#platform/rows/edit-row.ts'
import type { Slot } from '../slots-contract.ts'
import { lockCohorts, recordInterviews, timeText } from './history.ts'
import { bookedEmail, withholdOlder } from './interview-email.ts'
import { findInterviews, findPanels } from './interview-rows.ts'
import { missingPlace } from './make-slots.ts'
import { insertPanel, lockPanel, reservePanel } from './panels.ts'
import { findSlot } from './slots.ts'
import { nextSequence } from './write-booking.ts'

type SlotChanges = Partial<
  Pick<Slot, 'starts_at' | 'ends_at' | 'place' | 'link' | 'capacity' | 'panel'>
>
type SlotEdit = { [Field in keyof SlotChanges]: SlotChanges[Field] | undefined } & {
  id: number
  expected_updated_at?: string
  seen_booked?: number
}

const emailedFields = ['starts_at', 'ends_at', 'place', 'link'] as const
/** What is worth an email to those who have booked. */
export const emailedSlotFields: readonly string[] = emailedFields

const hasBegun = ({ starts_at }: { starts_at: string }, now: Date) => starts_at <= now.toISOString()

/** Why nothing is done to a slot of which the user doesn't know how many would be written to. */
export const bookedMeanwhile = (booked: number, seen: number) =>
  `${booked} ${booked === 1 ? 'applicant has' : 'applicants have'} booked by now, not ${seen}. Please look again.`

/**
 * Changes a slot. Those who have booked it get an email when the time, the place or the link is another.
 * @throws 400 by field; 404; 409 when it has begun, or has changed since it was seen, or when more would get an email
 *   than the user saw: with the slot as it is now
 */
export async function changeSlot(context: RequestContext, input: SlotEdit): Promise<Slot> {
  const { email: organizer } = (await context.readSettings()).contact
  const { id, expected_updated_at: expected, seen_booked: seen, ...changes } = input
  return context.database.transaction().execute(async (transaction) => {
    const panel = changes.panel ?? (await findPanel(transaction, id))
    await lockPanel(transaction, panel)
    await lockCohortsOfSlots(transaction, [id])
    const slot = await editRowWithin(transaction, context, {
      table: 'interview_slots',
      id,
      expected,
      changes,
      audit: { target: 'interview slot' },
      find: () => findSlot(transaction, id),
      async write(_, after, version, before) {
        checkSlot(before, after, context.now())
        if (!after.panel.every((member) => panel.includes(member))) {
          throw conflict('Somebody changed the panel just now. Please try again.')
        }
        const hasEmailedChange = emailedFields.some((field) => after[field] !== before[field])
        const { length } = before.booked
        if (hasEmailedChange && seen !== undefined && length > seen) {
          throw staleRow(bookedMeanwhile(length, seen), before)
        }
        await reservePanel(transaction, after.panel, [after], before)
        const { starts_at, ends_at, place, link, capacity } = after
        await transaction
          .updateTable('interview_slots')
          .set({ starts_at, ends_at, place, link, capacity, updated_at: version })
          .where('id', '=', id)
          .execute()
        await transaction.deleteFrom('interview_panel').where('slot_id', '=', id).execute()
        await insertPanel(transaction, [id], after.panel)
        if (hasEmailedChange) await tellBooked(transaction, context, before, organizer)
      },
    })
    if (!slot) throw notFound('This time')
    return slot
  })
}

/** The ids of those who interview in a slot. */
async function findPanel(transaction: Transaction<Tables>, id: number) {
  const members = (await findPanels(transaction, [id])).get(id) ?? []
  return members.map((member) => member.id)
}

/** @throws 400 by field; 409 when the time has come */
function checkSlot(before: Slot, after: Slot, now: Date) {
  if (hasBegun(before, now)) throw conflict('This interview has begun, so it cannot be changed.')
  const problems: FieldErrors = {}
  if (hasBegun(after, now)) problems.starts_at = ['This time has passed already']
  if (after.ends_at <= after.starts_at) problems.ends_at = ['The end must be after the start']
  if (after.place === '' && after.link === '') problems.place = [missingPlace]
  const { length } = before.booked
  if (after.capacity < length) {
    problems.capacity = [`${length} have booked it already, so there must be as many places`]
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
}

/** Writes to those who have booked a slot what it is now. @param before the slot as it was */
async function tellBooked(
  transaction: Transaction<Tables>,
  context: RequestContext,
  before: Slot,
  organizer: string,
) {
  const by = requireViewer(context)
  const interviews = await findInterviews(
    transaction,
    before.booked.map(({ id }) => id),
  )
  await requireStaffLimit(transaction, interviews, context.now())
  const { INTERVIEW_CHANGED: template } = (await context.readSettings(transaction)).visitors
  // Also the time of the emails: after several changes within a millisecond, that of the booking is later than now.
  const version = nextVersionOfAll(interviews, context.now())
  const emails = []
  for (const interview of interviews) {
    const { id, slot: time } = interview
    if (!time) continue
    const sequence = await nextSequence(transaction, id, version)
    await transaction
      .updateTable('interviews')
      .set({ sequence, updated_at: version })
      .where('id', '=', id)
      .execute()
    await recordEdit(transaction, 'interviews', id, { version, by, fields: ['time'] })
    if (time.starts_at !== before.starts_at) {
      await recordInterviews(transaction, by, version, [
        { ...interview, from: timeText(before), to: timeText(time) },
      ])
    }
    const changed = { ...interview, updated_at: version }
    emails.push(bookedEmail(context, { interview: changed, time, sequence, organizer, template }))
  }
  await withholdOlder(transaction, interviews)
  await putAllInOutbox(transaction, emails, version)
}

/** Locks the cohorts of some slots. What a slot's cohort is never changes. */
export async function lockCohortsOfSlots(
  transaction: Transaction<Tables>,
  slotIds: readonly number[],
) {
  const rows = await transaction
    .selectFrom('interview_slots')
    .select('cohort_id')
    .distinct()
    .where('id', 'in', slotIds)
    .execute()
  await lockCohorts(
    transaction,
    rows.map(({ cohort_id }) => cohort_id),
  )
}
