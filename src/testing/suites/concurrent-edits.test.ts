import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '#database/tables.ts'
import { createUser, signInAs } from '#seed/factories/accounts.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCertificate } from '#seed/factories/certificates.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createEvent } from '#seed/factories/events.ts'
import { bookingToken, createInterview, createSlot } from '#seed/factories/interviews.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createTalent } from '#seed/factories/talents.ts'
import { createMember } from '#seed/factories/team.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { createTestimonial } from '#seed/factories/testimonials.ts'
import { defaultStatusEmails } from '#shared/status-emails.ts'
import { defaultVisitorEmails } from '#shared/visitor-emails.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { procedures } from '../bad-requests.ts'
import { unraced, unracedEdits } from '../unraced.ts'

const rounds = 25

/** A request, and the columns of the row as it leaves them. */
type Change = {
  call: string
  /** The id in the URL, unless it is that of the row. */
  id?: number
  json?: object
  leaves: Record<string, unknown>
  token?: string
  /** The field that it changes, where the body doesn't name it. */
  field?: string
  /** Checks what it leaves elsewhere. */
  alsoLeaves?: () => Promise<void>
}

type Race = {
  /** Creates the row of a round. @returns its id */
  create: () => Promise<number | string>
  table: keyof Tables
  /** Two requests that change different fields. */
  changes: (id: number | string) => [Change, Change] | Promise<[Change, Change]>
}

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN', { name: 'Diane Keza' })
})
afterAll(() => app[Symbol.asyncDispose]())

const services = () => app.services
const aNumber = () => expect.any(Number)
const aTime = () => expect.stringMatching(/^\d{4}-/)

const cohort = { table: 'cohorts', create: () => createCohort(services()) } as const
const techStack = {
  table: 'tech_stacks',
  create: () => createTechStack(services(), { id: `stack-${crypto.randomUUID()}` }),
} as const
const event = { table: 'events', create: () => createEvent(services()) } as const
const member = { table: 'team_members', create: () => createMember(services()) } as const
const testimonial = {
  table: 'testimonials',
  create: () => createTestimonial(services(), { status: 'PENDING' }),
} as const
const article = { table: 'articles', create: () => createArticle(services()) } as const
const message = {
  table: 'contact_messages',
  async create() {
    const json = {
      full_name: 'Aline Uwase',
      email: 'aline@example.rw',
      phone: '+250788123456',
      subject: 'A question',
      message: 'When does the next cohort start?',
    }
    const clientIp = `10.1.0.${Math.floor(Math.random() * 250)}`
    await app.json('/api/website/contact-us/', { method: 'POST', json, clientIp })
    return newestId('contact_messages')
  },
} as const
const subscriber = {
  table: 'subscribers',
  async create() {
    const json = { email: `${crypto.randomUUID()}@example.rw` }
    return (await app.json('/api/admin/subscribers/', { method: 'POST', token, json })).body.id
  },
} as const
const issue = {
  table: 'newsletter_issues',
  async create() {
    const json = { subject: 'Spring', text: 'News.', article_ids: [] }
    const path = '/api/admin/newsletter-issues/'
    return (await app.json(path, { method: 'POST', token, json })).body.id
  },
} as const
const certificate = {
  table: 'certificates',
  create: async () => (await createCertificate(services())).id,
} as const
const talent = { table: 'talents', create: () => createTalent(services()) } as const
const application = {
  table: 'applications',
  create: async () =>
    createApplication(services(), {
      cohort: await createCohort(services()),
      tech_stack: await techStack.create(),
    }),
} as const
let userToken = ''
const user = {
  table: 'users',
  async create() {
    const created = await createUser(services(), { role: 'EDITOR' })
    userToken = await signInAs(services(), created)
    return created.id
  },
} as const

const rename = (name: string): Change => ({
  call: 'accounts.updateMe',
  json: { name },
  leaves: { name },
  token: userToken,
})

/** The races by procedure. */
const races: Record<string, Race> = {
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
  'events.update': {
    ...event,
    changes: () => [edit('events', { title: 'New' }), edit('events', { location: 'Huye' })],
  },
  'team.update': {
    ...member,
    changes: () => [
      edit('team', { full_name: 'New Name' }),
      edit('team', { position: 'New' }, { job_title: 'New' }),
    ],
  },
  'team.toggleStatus': {
    ...member,
    changes: () => [
      { call: 'team.toggleStatus', field: 'status', leaves: { inactive_at: aTime() } },
      edit('team', { department: 'New' }),
    ],
  },
  'team.reorder': {
    ...member,
    changes: async () => [
      { call: 'team.reorder', json: { ids: await memberIds() }, leaves: { place: aNumber() } },
      edit('team', { full_name: 'New Name' }),
    ],
  },
  'testimonials.reorder': {
    table: 'testimonials',
    create: () => createTestimonial(services()),
    changes: (id) => [
      { call: 'testimonials.reorder', json: { ids: [id] }, leaves: { place: 0 } },
      edit('testimonials', { title: 'A new title' }),
    ],
  },
  'testimonials.update': {
    ...testimonial,
    changes: () => [
      edit('testimonials', { full_name: 'New Name' }),
      edit('testimonials', { title: 'A new title' }),
    ],
  },
  'testimonials.toggleVisibility': {
    ...testimonial,
    changes: () => [
      {
        call: 'testimonials.toggleVisibility',
        field: 'visibility',
        leaves: { hidden_at: aTime() },
      },
      edit('testimonials', { status: 'APPROVED' }),
    ],
  },
  'testimonials.batch': {
    ...testimonial,
    changes: (id) => [
      {
        call: 'testimonials.batch',
        json: { testimonial_ids: [id], action: 'approve' },
        leaves: { status: 'APPROVED' },
      },
      edit('testimonials', { title: 'A new title' }),
    ],
  },
  'news.update': {
    ...article,
    changes: () => [edit('news', { title: 'New' }), edit('news', { author: 'New' })],
  },
  'news.publish': {
    table: 'articles',
    create: () => createArticle(services(), { published_at: null }),
    changes: () => [
      { call: 'news.publish', leaves: { published_at: aTime() } },
      edit('news', { title: 'New' }),
    ],
  },
  'news.schedule': {
    ...article,
    changes: () => [
      {
        call: 'news.schedule',
        json: { published_at: '2099-01-01T08:00:00.000Z' },
        leaves: { published_at: '2099-01-01T08:00:00.000Z' },
      },
      edit('news', { title: 'New' }),
    ],
  },
  'drafts.save': {
    table: 'articles',
    create: () => createArticle(services(), { published_at: null }),
    changes: () => [
      edit('drafts', { title: 'New' }, { title: 'New' }),
      edit('news', { author: 'New' }),
    ],
  },
  'news.unpublish': {
    ...article,
    changes: () => [
      { call: 'news.unpublish', leaves: { published_at: null } },
      edit('news', { title: 'New' }),
    ],
  },
  'news.archive': {
    ...article,
    changes: () => [
      { call: 'news.archive', leaves: { archived_at: aTime() } },
      edit('news', { title: 'New' }),
    ],
  },
  'tags.rename': {
    table: 'tags',
    async create() {
      await createArticle(services(), { tags: [crypto.randomUUID()] })
      return newestId('tags')
    },
    async changes() {
      const name = crypto.randomUUID()
      const id = await newestId('articles')
      return [
        { call: 'tags.rename', json: { name }, leaves: { name } },
        // The article's search text is made of both.
        {
          ...edit('news', { title: `Of ${name}` }, {}),
          id,
          async alsoLeaves() {
            const { search_text } = await rowOf('articles', id)
            expect(search_text).toMatch(new RegExp(`^of ${name} .* ${name}$`))
          },
        },
      ]
    },
  },
  'contact.changeStatus': {
    ...message,
    changes: () => [
      {
        call: 'contact.changeStatus',
        json: { status: 'RESOLVED' },
        leaves: { status: 'RESOLVED' },
      },
      { call: 'contact.changeRead', json: { is_read: true }, leaves: { read_at: aTime() } },
    ],
  },
  'contact.changeRead': {
    ...message,
    changes: () => [
      { call: 'contact.changeRead', json: { is_read: true }, leaves: { read_at: aTime() } },
      {
        call: 'contact.changeStatus',
        json: { status: 'RESOLVED' },
        leaves: { status: 'RESOLVED' },
      },
    ],
  },
  'contact.changeOwner': {
    ...message,
    changes: async () => [
      {
        call: 'contact.changeOwner',
        json: { owner: await anAdmin() },
        leaves: { owner_id: aNumber() },
      },
      {
        call: 'contact.changeStatus',
        json: { status: 'RESOLVED' },
        leaves: { status: 'RESOLVED' },
      },
    ],
  },
  'replyTemplates.update': {
    table: 'reply_templates',
    async create() {
      const json = { title: crypto.randomUUID(), text: 'Thank you.' }
      return (await app.json('/api/admin/reply-templates/', { method: 'POST', token, json })).body
        .id
    },
    changes: () => [
      edit('replyTemplates', { title: crypto.randomUUID() }),
      edit('replyTemplates', { text: 'Murakoze.' }),
    ],
  },
  'views.update': {
    table: 'saved_views',
    async create() {
      const json = {
        ...{ list: 'events', name: crypto.randomUUID(), parameters: 'when=past' },
        ...{ is_shared: true, is_pinned: false },
      }
      return (await app.json('/api/admin/views/', { method: 'POST', token, json })).body.id
    },
    changes: () => [
      edit('views', { parameters: 'when=upcoming' }),
      edit('views', { is_pinned: true }, { is_pinned: 1 }),
    ],
  },
  'contact.batch': {
    ...message,
    changes: (id) => [
      {
        call: 'contact.batch',
        json: { contact_ids: [id], action: 'mark_resolved' },
        leaves: { status: 'RESOLVED' },
      },
      { call: 'contact.changeRead', json: { is_read: true }, leaves: { read_at: aTime() } },
    ],
  },
  'certificates.update': {
    ...certificate,
    changes: () => [
      edit('certificates', { full_name: 'New Name' }),
      edit('certificates', { course: 'New' }),
    ],
  },
  'newsletter.update': {
    ...subscriber,
    changes: () => {
      const email = `${crypto.randomUUID()}@example.rw`
      return [
        edit('newsletter', { email }),
        edit('newsletter', { status: 'UNSUBSCRIBED' }, { unsubscribed_at: aTime() }),
      ]
    },
  },
  'newsletterIssues.update': {
    ...issue,
    changes: () => [
      edit('newsletterIssues', { subject: 'New' }),
      edit('newsletterIssues', { text: 'New.' }),
    ],
  },
  'users.update': {
    ...user,
    changes: () => [edit('users', { name: 'New' }), edit('users', { role: 'RECRUITER' })],
  },
  'accounts.updateMe': {
    ...user,
    // A changed e-mail would end the user's session.
    changes: () => [rename('Renamed'), edit('users', { role: 'RECRUITER' })],
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
      return (await app.json(path, { method: 'POST', token, json: { text: 'One' } })).body.id
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
          expect((await app.json(path, { token })).body.criteria).toHaveLength(3)
        },
      },
      edit('cohorts', { name: 'New' }),
    ],
  },
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
        ...{ cohort: await createCohort(services()), starts_at },
      })
      return createInterview(services(), Number(await application.create()), { slot })
    },
    changes: () => [
      edit('interviews', { note: 'Knows Go' }),
      edit('interviews', { outcome: 'DONE' }),
    ],
  },
  'interviews.book': interviewAction(async (_, slot) => ({
    ...{ call: 'interviews.book', json: { slot: await slot() } },
    leaves: { slot_id: aNumber(), seat: 1 },
  })),
  'interviews.unbook': interviewAction(async () => ({
    ...{ call: 'interviews.unbook', leaves: { slot_id: null, seat: null } },
  })),
  'interviews.remind': interviewAction(
    async (id) => ({
      ...{ call: 'interviews.remind', json: { application_ids: [id] }, leaves: { reminders: 1 } },
    }),
    'invited',
  ),
  'interviews.choose': interviewAction(async (id, slot) => ({
    call: 'interviews.choose',
    json: { token: bookingToken(services(), id), slot: await slot() },
    leaves: { slot_id: aNumber(), seat: 1 },
  })),
  'interviews.cancel': interviewAction(async (id) => ({
    ...{ call: 'interviews.cancel', json: { token: bookingToken(services(), id) } },
    leaves: { slot_id: null, seat: null },
  })),
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
  'settings.saveContact': section('contact', { phone: '+250 788 000 001' }, { city: 'Huye' }),
  'settings.saveAbout': section('about', { years: '11+' }, { rate: '84%' }),
  'settings.saveSocial': section('social', { networks: [] }),
  'settings.savePartners': section('partners', { partners: [] }),
  'settings.saveComments': section('comments', { moderation: 'before' }),
  'settings.saveRetention': section('retention', { talents: '365' }, { messages: '730' }),
  'settings.saveVisitors': section(
    'visitors',
    { MESSAGE: { ...defaultVisitorEmails.MESSAGE, subject: 'Here' } },
    { staff_told: false },
  ),
  'settings.saveEmails': section(
    'emails',
    { REJECTED: { ...defaultStatusEmails.REJECTED, subject: 'No' } },
    { ACCEPTED: { ...defaultStatusEmails.ACCEPTED, subject: 'Yes' } },
  ),
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
  'images.update': {
    table: 'images',
    create: async () => (await insertImage()).id,
    // One of the two: it is the only field.
    changes: () => [
      edit('images', { alt: 'Two' }, { alt: expect.stringMatching(/Two|Three/) }),
      edit('images', { alt: 'Three' }, {}),
    ],
  },
  'images.replace': {
    table: 'team_members',
    create: async () => createMember(services(), { profile_picture: (await insertImage()).url }),
    async changes(row) {
      const { profile_picture } = (await rowOf('team_members', row)) as Record<string, unknown>
      const { id } = await services()
        .database.selectFrom('images')
        .select('id')
        .where('name', '=', String(profile_picture).replace('/images/', ''))
        .executeTakeFirstOrThrow()
      const { url } = await insertImage()
      return [
        { call: 'images.replace', id, json: { by: url }, leaves: { profile_picture: url } },
        edit('team', { full_name: 'New Name' }),
      ]
    },
  },
  'events.cancel': {
    ...event,
    changes: () => [
      {
        call: 'events.cancel',
        json: { message: '', seen_recipients: 0 },
        leaves: { cancelled_at: aTime() },
      },
      edit('events', { title: 'New' }),
    ],
  },
  'users.invite': {
    table: 'users',
    async create() {
      const json = { email: `${crypto.randomUUID()}@example.rw`, name: 'Old', role: 'EDITOR' }
      return (await app.json('/api/admin/users/', { method: 'POST', token, json })).body.id
    },
    changes: () => [
      { call: 'users.invite', leaves: { invited_at: aTime() } },
      edit('users', { name: 'New' }),
    ],
  },
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

/** A section of the settings, with two changes of other fields where it has several. */
function section(id: string, one: object, other: object = one): Race {
  const change = (json: object): Change => ({
    call: `settings.save${id.charAt(0).toUpperCase()}${id.slice(1)}`,
    ...{ json, leaves: { id } },
    async alsoLeaves() {
      const { value } = (await rowOf('settings', id)) as unknown as { value: string }
      expect(JSON.parse(value)).toMatchObject(json)
    },
  })
  return {
    async create() {
      const at = '2026-03-01T08:00:00.000Z'
      await services().database.deleteFrom('settings').where('id', '=', id).execute()
      await services().database.deleteFrom('edits').where('row_id', '=', id).execute()
      await services()
        .database.insertInto('settings')
        .values({ id, value: '{}', revision_id: null, by_name: '', updated_at: at })
        .execute()
      return id
    },
    table: 'settings',
    changes: () => [change(one), change(other)],
  }
}

/** Stores an image without files. */
async function insertImage() {
  const now = services().now().toISOString()
  const source = crypto.randomUUID()
  const name = `${source.replaceAll('-', '').slice(0, 20)}-64x48-c0ffee`
  const times = { wanted_at: now, created_at: now, updated_at: now }
  const { id } = await services()
    .database.insertInto('images')
    .values({ name, source, ...times })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, url: `/images/${name}` }
}

/** A PATCH of some fields, which leaves the columns of the same names. */
function edit(
  feature: string,
  json: object,
  leaves: Record<string, unknown> = { ...json },
): Change {
  const call = feature === 'drafts' ? 'drafts.save' : `${feature}.update`
  return { call, json, leaves }
}

const anAdmin = async () =>
  (
    await services()
      .database.selectFrom('users')
      .select('id')
      .where('role', '=', 'ADMIN')
      .orderBy('id')
      .executeTakeFirstOrThrow()
  ).id

const stackIds = async () =>
  (await services().database.selectFrom('tech_stacks').select('id').execute()).map(({ id }) => id)

const memberIds = async () =>
  (
    await services()
      .database.selectFrom('team_members')
      .select('id')
      .where('inactive_at', 'is', null)
      .orderBy('place')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

async function newestId(table: 'contact_messages' | 'tags' | 'articles') {
  const row = await services()
    .database.selectFrom(table)
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return row.id
}

const rowOf = (table: keyof Tables, id: number | string) =>
  services()
    .database.selectFrom(table as 'articles')
    .selectAll()
    .where('id', '=', id as number)
    .executeTakeFirstOrThrow()

function send({ call, json = {}, ...change }: Change, rowId: number | string) {
  const procedure = procedures.find(({ name }) => name === call)
  if (!procedure) throw new Error(`The contract has no call ${call}`)
  const path = `/api${procedure.path.replace('{id}', String(change.id ?? rowId))}`
  return app.json(path, { method: procedure.method, token: change.token ?? token, json })
}

const edits = procedures.filter(({ method }) => method === 'PATCH' || method === 'PUT')

const writes = procedures.filter(({ method }) => method !== 'GET' && method !== 'DELETE')

test('every procedure that writes is raced here, or named with why it loses nothing', () => {
  const named = [races, unraced, unracedEdits].flatMap((some) => Object.keys(some))
  expect(writes.map(({ name }) => name).sort()).toEqual(named.sort())
  const patches = edits.filter(({ name }) => name in unraced).map(({ name }) => name)
  expect(patches, 'a PATCH merges').toEqual([])
})

const countLines = async () => {
  const lines = app.services.database.selectFrom('audit_log').where('action', '<>', 'signed in')
  return (await lines.select('id').execute()).length
}

/** An applicant has no line, nor has a draft that is saved while somebody types. */
const leavesLine = ({ call }: Change) =>
  call !== 'drafts.save' && procedures.find(({ name }) => name === call)?.access !== 'public'

test.each(Object.entries(races))(
  '%s loses nothing to a concurrent change of another field, and each leaves a line',
  async (_name, race) => {
    for (let round = 0; round < rounds; round += 1) {
      const id = await race.create()
      const changes = await race.changes(id)
      const before = await countLines()
      const responses = await Promise.all(changes.map((change) => send(change, id)))
      for (const { status, body } of responses) expect(status, JSON.stringify(body)).toBe(200)
      expect(await rowOf(race.table, id)).toMatchObject({
        ...changes[0].leaves,
        ...changes[1].leaves,
      })
      for (const { alsoLeaves } of changes) await alsoLeaves?.()
      // The second of two that are the same changes nothing.
      const lines = changes.filter(leavesLine).map(({ call, json }) => JSON.stringify([call, json]))
      expect(await countLines()).toBe(before + new Set(lines).size)
    }
  },
  60_000,
)

const isVersioned = ({ input }: (typeof procedures)[number]) =>
  input.properties !== undefined && 'expected_updated_at' in input.properties

/** Procedures of several optional fields, which people fill into forms. */
const forms = edits.filter(({ input }) => {
  const fields = Object.keys(input.properties ?? {}).filter(
    (field) => !/^(id|ids|expected)/.test(field),
  )
  return fields.length > 1 && (input.required ?? []).every((field) => field === 'id')
})

test('every form of several fields can say which version it was made of', () => {
  expect(forms.length).toBeGreaterThan(7)
  expect(forms.filter((form) => !isVersioned(form)).map(({ name }) => name)).toEqual([])
})

test.each(edits.filter(isVersioned).map(({ name }) => name))(
  '%s of a version that is no more is refused, told who has changed what',
  async (name) => {
    const race = races[name]
    if (!race) throw new Error(`${name} needs a race`)
    const id = await race.create()
    const change = (await race.changes(id)).find(({ call }) => call === name) as Change
    const { updated_at } = (await rowOf(race.table, id)) as { updated_at: string }
    const json = { ...change.json, expected_updated_at: updated_at }
    const responses = await Promise.all([1, 2].map(() => send({ ...change, json }, id)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = responses.find(({ status }) => status === 409)?.body
    const [field = change.field ?? ''] = Object.keys(change.json ?? {})
    expect(refused.detail).toMatch(
      new RegExp(`^This was changed at .* by Diane Keza \\(${field.replaceAll('_', ' ')}\\)\\.`),
    )
    expect(refused.current.updated_at).not.toBe(updated_at)
    const again = { ...change.json, expected_updated_at: refused.current.updated_at }
    expect((await send({ ...change, json: again }, id)).status).toBe(200)
  },
)

test('an edit that began before a colleague approved is refused, and names the approval', async () => {
  const id = await testimonial.create()
  const { updated_at } = await rowOf('testimonials', id)
  const approve = { testimonial_ids: [id], action: 'approve' }
  await send({ call: 'testimonials.batch', json: approve, leaves: {} }, id)
  const json = { status: 'PENDING', title: 'Another', expected_updated_at: updated_at }
  const { status, body } = await send({ call: 'testimonials.update', json, leaves: {} }, id)
  expect([status, body.detail]).toEqual([409, expect.stringContaining('Diane Keza (status)')])
  expect(body.current).toMatchObject({ status: 'APPROVED' })
})
