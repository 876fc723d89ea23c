import { createApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { bookingToken, createInterview, createSlot } from '#seed/factories/interviews.ts'
import { aNumber, type Change, edit, type Race, services } from './race.ts'
import { application, techStack } from './recruiting.ts'

/** Races of interviews and their times. */
export const interviewRaces: Record<string, Race> = {
  'interviews.updateSlot': {
    table: 'interview_slots',
    create: async () => createSlot(services(), { cohort: await createCohort(services()) }),
    changes: () => [
      { call: 'interviews.updateSlot', json: { place: 'Room 9' }, leaves: { place: 'Room 9' } },
      { call: 'interviews.updateSlot', json: { capacity: 3 }, leaves: { capacity: 3 } },
    ],
  },
  'interviews.update': {
    table: 'interviews',
    async create() {
      const starts_at = new Date(services().now().getTime() - 1000).toISOString()
      const slot = await createSlot(services(), {
        cohort: await createCohort(services()),
        starts_at,
      })
      return createInterview(services(), Number(await application.create()), { slot })
    },
    changes: () => [
      edit('interviews', { note: 'Knows Go' }),
      edit('interviews', { outcome: 'DONE' }),
    ],
  },
  'interviews.book': interviewAction(async (_, slot) => ({
    call: 'interviews.book',
    json: { slot: await slot() },
    leaves: { slot_id: aNumber(), seat: 1 },
  })),
  'interviews.unbook': interviewAction(async () => ({
    call: 'interviews.unbook',
    leaves: { slot_id: null, seat: null },
  })),
  'interviews.remind': interviewAction(
    async (id) => ({
      call: 'interviews.remind',
      json: { application_ids: [id] },
      leaves: { reminders: 1 },
    }),
    'invited',
  ),
  'interviews.choose': interviewAction(async (id, slot) => ({
    call: 'interviews.choose',
    json: { token: bookingToken(services(), id), slot: await slot() },
    leaves: { slot_id: aNumber(), seat: 1 },
  })),
  'interviews.cancel': interviewAction(async (id) => ({
    call: 'interviews.cancel',
    json: { token: bookingToken(services(), id) },
    leaves: { slot_id: null, seat: null },
  })),
}

/**
 * An action on an interview that is booked, or was only invited a day ago, while somebody writes a note.
 * @param action gets the application's id, and a function that makes another time
 */
function interviewAction(
  action: (id: number, slot: () => Promise<number>) => Promise<Change>,
  state: 'booked' | 'invited' = 'booked',
): Race {
  let cohort = 0
  const makeSlot = () => createSlot(services(), { cohort })
  return {
    table: 'interviews',
    async create() {
      cohort = await createCohort(services())
      const parents = { cohort, tech_stack: await techStack.create() }
      const id = await createApplication(services(), parents, { status: 'SHORTLISTED' })
      const slot = await makeSlot()
      await createInterview(services(), id, state === 'booked' ? { slot } : {})
      const invited_at = '2026-02-20T08:00:00.000Z'
      await services()
        .database.updateTable('interviews')
        .set({ invited_at })
        .where('id', '=', id)
        .execute()
      return id
    },
    changes: async (id) => [await action(Number(id), makeSlot), edit('interviews', { note: 'Go' })],
  }
}
