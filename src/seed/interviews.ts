import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { slotTimes } from '#features/interviews/validation.ts'
import { dayFromNow } from './factories/cohorts.ts'
import { createInterview, createSlot } from './factories/interviews.ts'

type Plan = {
  cohort: string
  /** From today. */
  days: readonly number[]
  from: string
  to: string
  place?: string
  link?: string
}

const plans: readonly Plan[] = [
  {
    cohort: 'Kigali Web Cohort 11',
    days: [-1],
    from: '09:00',
    to: '10:00',
    place: 'Room Nyungwe, Kicukiro',
  },
  {
    cohort: 'Kigali Web Cohort 11',
    days: [0],
    from: '21:00',
    to: '22:00',
    place: 'Online',
    link: 'https://meet.huza.example/cohort-11',
  },
  {
    cohort: 'Kigali Web Cohort 12',
    days: [2, 3],
    from: '09:00',
    to: '12:00',
    place: 'Room Akagera, Kicukiro',
  },
  {
    cohort: 'Rubavu Design Cohort 1',
    days: [3],
    from: '14:00',
    to: '16:00',
    place: '',
    link: 'https://meet.huza.example/rubavu',
  },
]

/** Times for interviews, some booked, one held, and somebody who is invited and hasn't chosen yet. */
export async function seedInterviews(
  services: { database: Transaction<Tables>; now(): Date },
  cohortIds: ReadonlyMap<string, number>,
) {
  const { database, now } = services
  const slots = new Map<string, number[]>()
  for (const { cohort: name, days, from, to, ...where } of plans) {
    const times = slotTimes({
      days: days.map((day) => dayFromNow(now(), day)),
      from,
      to,
      length: 30,
      pause: 0,
    })
    for (const { starts_at } of times) {
      const id = await createSlot(services, {
        ...where,
        cohort: cohortIds.get(name) ?? 0,
        starts_at,
      })
      slots.set(name, [...(slots.get(name) ?? []), id])
    }
  }
  const applicants = async (name: string, status: string) => {
    const rows = await database
      .selectFrom('applications')
      .select('id')
      .where('cohort_id', '=', cohortIds.get(name) ?? 0)
      .where('status', '=', status)
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  }
  const book = async (id: number | undefined, cohort: string, at?: number, more = {}) => {
    if (id === undefined) return
    const slot = at === undefined ? undefined : slots.get(cohort)?.[at]
    await createInterview(services, id, { ...(slot !== undefined && { slot }), ...more })
  }
  const [accepted] = await applicants('Kigali Web Cohort 11', 'ACCEPTED')
  await book(accepted, 'Kigali Web Cohort 11', 0, {
    outcome: 'DONE',
    note: 'Explained the code of the clinic line by line. Can start.',
  })
  const [tonight] = await applicants('Kigali Web Cohort 11', 'SHORTLISTED')
  await book(tonight, 'Kigali Web Cohort 11', 2)
  const [next] = await applicants('Kigali Web Cohort 12', 'SHORTLISTED')
  await book(next, 'Kigali Web Cohort 12', 1)
  const [one, undecided] = await applicants('Rubavu Design Cohort 1', 'SHORTLISTED')
  await book(one, 'Rubavu Design Cohort 1', 2)
  await book(undecided, 'Rubavu Design Cohort 1')
}
