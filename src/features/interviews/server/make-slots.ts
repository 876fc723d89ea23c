import type { Transaction } from 'kysely'
import { lockRow } from '#database/lock-row.ts'
import type { Tables } from '#database/tables.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { conflict, type FieldErrors, invalidFields } from '#platform/http/errors.ts'
import { createOnce } from '#platform/rows/audited.ts'
import { minutesOf, type SlotPlan, slotsMax, slotTimes } from '../validation.ts'
import { insertPanel, lockPanel, reservePanel } from './panels.ts'

type NewSlots = SlotPlan & {
  cohort: number
  place: string
  link: string
  capacity: number
  panel: readonly number[]
}

/**
 * Makes all slots of a plan, or none.
 * @returns their ids; when the same was sent before, of those that are left
 * @throws 400 by field, also when a member of the panel is in two places at once; 409 when none is left
 */
export async function makeSlots(context: RequestContext, input: NewSlots): Promise<number[]> {
  const times = slotTimes(input)
  const problems = slotProblems(input, times, context.now())
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  const { details } = await createOnce(context, 'interview slots', async (transaction) => {
    await lockPanel(transaction, input.panel)
    if (!(await lockRow(transaction, 'cohorts', input.cohort))) {
      throw invalidFields({ cohort: ['Please choose a cohort'] })
    }
    await reservePanel(transaction, input.panel, times)
    const ids = await insertSlots(transaction, input, times, context.now())
    return { id: null, details: { cohort: input.cohort, ids } }
  })
  const left = await context.database
    .selectFrom('interview_slots')
    .select('id')
    .where('id', 'in', details.ids)
    .orderBy('id')
    .execute()
  if (left.length === 0) {
    throw conflict('These times were made when this was first sent, and have been deleted since.')
  }
  return left.map(({ id }) => id)
}

export async function insertSlots(
  transaction: Transaction<Tables>,
  { cohort: cohort_id, place, link, capacity, panel }: Omit<NewSlots, keyof SlotPlan>,
  times: ReturnType<typeof slotTimes>,
  now: Date,
) {
  const at = now.toISOString()
  const rows = await transaction
    .insertInto('interview_slots')
    .values(
      times.map((time) => ({
        ...time,
        cohort_id,
        place,
        link,
        capacity,
        created_at: at,
        updated_at: at,
      })),
    )
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  await insertPanel(transaction, ids, panel)
  return ids
}

export const missingPlace = 'Please enter a place, or a link to meet online'

function slotProblems(input: NewSlots, times: readonly { starts_at: string }[], now: Date) {
  const problems: FieldErrors = {}
  if (minutesOf(input.to) <= minutesOf(input.from))
    problems.to = ['The end must be after the start']
  else if (times.length === 0) problems.length = ['No interview of this length fits in between']
  else if (times.length > slotsMax) problems.days = [`At most ${slotsMax} times in one step`]
  else if ((times[0]?.starts_at ?? '') <= now.toISOString()) {
    problems.days = ['The first of these times has passed already']
  }
  if (input.place === '' && input.link === '') problems.place = [missingPlace]
  return problems
}
