import { expect } from 'vitest'
import { createApplication } from '#seed/factories/applications.ts'
import { createCertificate } from '#seed/factories/certificates.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createTalent } from '#seed/factories/talents.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { defaultStatusEmails } from '#shared/status-emails.ts'
import { aNumber, anAdmin, aTime, edit, post, type Race, services, world } from './race.ts'

const cohort = { table: 'cohorts', create: () => createCohort(services()) } as const
export const techStack = {
  table: 'tech_stacks',
  create: () => createTechStack(services(), { id: `stack-${crypto.randomUUID()}` }),
} as const
export const application = {
  table: 'applications',
  create: async () =>
    createApplication(services(), {
      cohort: await createCohort(services()),
      tech_stack: await techStack.create(),
    }),
} as const
const talent = { table: 'talents', create: () => createTalent(services()) } as const
const certificate = {
  table: 'certificates',
  // Each address gets ten emails a day about its certificates at most.
  create: async () => {
    const email = `${crypto.randomUUID()}@example.rw`
    return (await createCertificate(services(), { email })).id
  },
} as const

/** Races of cohorts, applications, talents and certificates. */
export const recruitingRaces: Record<string, Race> = {
  'cohorts.update': {
    ...cohort,
    changes: () => [
      edit('cohorts', { name: 'New' }),
      edit('cohorts', { limit: 7 }, { capacity: 7 }),
    ],
  },
  'techStacks.update': {
    ...techStack,
    changes: () => [edit('techStacks', { name: 'New' }), edit('techStacks', { icon: 'new' })],
  },
  'techStacks.reorder': {
    ...techStack,
    changes: async () => [
      {
        call: 'techStacks.reorder',
        json: { ids: await stackIds() },
        leaves: { position: aNumber() },
      },
      edit('techStacks', { name: 'New' }),
    ],
  },
  'certificates.update': {
    ...certificate,
    changes: () => [
      edit('certificates', { full_name: 'New Name' }),
      edit('certificates', { course: 'New' }),
    ],
  },
  'applications.changeStatuses': {
    ...application,
    // Both are in the history, whichever came last.
    changes: (id) => [
      {
        call: 'applications.changeStatuses',
        json: { application_ids: [id], status: 'REVIEWING', notes: 'One' },
        leaves: {},
      },
      {
        call: 'applications.changeStatus',
        json: { status: 'SHORTLISTED', notes: 'Other' },
        leaves: {},
        async alsoLeaves() {
          const history = await services()
            .database.selectFrom('application_history')
            .select('notes')
            .where('application_id', '=', Number(id))
            .execute()
          expect(history.map(({ notes }) => notes).sort()).toEqual(['', 'One', 'Other'])
        },
      },
    ],
  },
  'talents.changeStatus': {
    ...talent,
    // One of the two: it is the only field.
    changes: () => [
      {
        call: 'talents.changeStatus',
        json: { status: 'CONTACTED' },
        leaves: { status: expect.stringMatching(/CONTACTED|PLACED/) },
      },
      { call: 'talents.changeStatus', json: { status: 'PLACED' }, leaves: {} },
    ],
  },
  'talents.changeStatuses': {
    ...talent,
    // One of the two: it is the only field.
    changes: (id) => [
      {
        call: 'talents.changeStatuses',
        json: { talent_ids: [id], status: 'CONTACTED' },
        leaves: { status: expect.stringMatching(/CONTACTED|PLACED/) },
      },
      { call: 'talents.changeStatus', json: { status: 'PLACED' }, leaves: {} },
    ],
  },
  'applicationNotes.update': {
    table: 'application_notes',
    async create() {
      const path = `/api/admin/applications/${await application.create()}/notes/`
      return post(path, { text: 'One' })
    },
    // One of the two: it is the only field.
    changes: () => [
      edit('applicationNotes', { text: 'Two' }, { text: expect.stringMatching(/Two|Three/) }),
      edit('applicationNotes', { text: 'Three' }, {}),
    ],
  },
  'applicationScores.setCriteria': {
    ...cohort,
    changes: (id) => [
      {
        call: 'applicationScores.setCriteria',
        field: 'criteria',
        json: { criteria: ['One', 'Two', 'Three'].map((name) => ({ name })) },
        leaves: {},
        async alsoLeaves() {
          const path = `/api/admin/cohorts/${id}/criteria/`
          expect((await world.app.json(path, { token: world.token })).body.criteria).toHaveLength(3)
        },
      },
      edit('cohorts', { name: 'New' }),
    ],
  },
  'applications.assign': {
    ...application,
    changes: async (id) => [
      {
        call: 'applications.assign',
        json: { application_ids: [id], assignees: [await anAdmin()] },
        leaves: { assignee_id: aNumber() },
      },
      {
        call: 'applications.changeStatus',
        json: { status: 'SHORTLISTED' },
        leaves: { status: 'SHORTLISTED' },
      },
    ],
  },
  'applications.move': {
    ...application,
    changes: async (id) => {
      const target = await createCohort(services())
      return [
        {
          call: 'applications.move',
          json: { application_ids: [id], cohort: target },
          leaves: { cohort_id: target },
        },
        {
          call: 'applications.assign',
          json: { application_ids: [id], assignees: [await anAdmin()] },
          leaves: { assignee_id: aNumber() },
        },
      ]
    },
  },
  'applications.changeWaiting': {
    ...application,
    changes: async (id) => [
      {
        call: 'applications.changeWaiting',
        json: { application_ids: [id], is_waiting: true },
        leaves: { waiting_since: aTime() },
      },
      {
        call: 'applications.assign',
        json: { application_ids: [id], assignees: [await anAdmin()] },
        leaves: { assignee_id: aNumber() },
      },
    ],
  },
  'statusEmails.saveCohort': {
    ...cohort,
    changes: () => [
      {
        call: 'statusEmails.saveCohort',
        field: 'emails',
        json: { emails: { ACCEPTED: defaultStatusEmails.ACCEPTED } },
        leaves: { emails: expect.stringContaining('ACCEPTED') },
      },
      edit('cohorts', { name: 'New' }),
    ],
  },
}

const stackIds = async () =>
  (await services().database.selectFrom('tech_stacks').select('id').execute()).map(({ id }) => id)
