import { basename } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#seed/factories/accounts.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCertificate } from '#seed/factories/certificates.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createEvent } from '#seed/factories/events.ts'
import { createImage } from '#seed/factories/images.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createRegistrations } from '#seed/factories/registrations.ts'
import { createTalent } from '#seed/factories/talents.ts'
import { createMember } from '#seed/factories/team.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { createTestimonial } from '#seed/factories/testimonials.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { procedures } from '../bad-requests.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN')
})
afterAll(() => app[Symbol.asyncDispose]())

type Id = number | string

/** Creates a row by a call. @returns its id */
async function post(path: string, json: object): Promise<Id> {
  const { status, body } = await app.json(path, { method: 'POST', token, json })
  expect([status, body]).toEqual([201, expect.anything()])
  return body.id
}
const application = async () =>
  createApplication(app.services, {
    cohort: await createCohort(app.services),
    tech_stack: await createTechStack(app.services, { id: `stack-${crypto.randomUUID()}` }),
  })
const deletedIds = async () => {
  const lines = app.services.database.selectFrom('audit_log').where('action', '=', 'deleted')
  const rows = await lines.select('target_id').orderBy('id').execute()
  return rows.map(({ target_id }) => target_id)
}

const view = { parameters: '', is_shared: false, is_pinned: false }

/** A row that each call can delete: its id, and the one that the line names where that is another. */
const deletions: Record<string, () => Promise<Id | { id: Id; told: Id }>> = {
  'users.delete': async () => (await createUser(app.services)).id,
  'cohorts.delete': () => createCohort(app.services),
  'techStacks.delete': () => createTechStack(app.services, { id: 'to-be-deleted' }),
  'applications.delete': application,
  'applicationNotes.delete': async () =>
    post(`/api/admin/applications/${await application()}/notes/`, { text: 'A note' }),
  'news.delete': () => createArticle(app.services),
  'drafts.discard': async () => {
    const id = await createArticle(app.services)
    const path = `/api/dashboard/news/${id}/draft/`
    const { body } = await app.json(path, { token })
    const json = { title: 'Another title', expected_updated_at: body.updated_at }
    expect((await app.json(path, { method: 'PATCH', token, json })).status).toBe(200)
    return id
  },
  'tags.delete': () => post('/api/admin/tags/', { name: 'To be deleted' }),
  'comments.delete': async () =>
    createComment(app.services, await createArticle(app.services), { message: 'To be deleted' }),
  'commentBlocks.delete': () =>
    post('/api/admin/comment-blocks/', { kind: 'word', value: 'to-be-deleted' }),
  'certificates.delete': async () => (await createCertificate(app.services)).id,
  'contact.delete': () => createMessage(app.services),
  'replyTemplates.delete': () =>
    post('/api/admin/reply-templates/', { title: 'To be deleted', text: 'A text' }),
  'events.delete': () => createEvent(app.services),
  'eventRegistrations.delete': async () => {
    const [id] = await createRegistrations(app.services, await createEvent(app.services), [{}])
    return id as number
  },
  'newsletter.delete': () => post('/api/admin/subscribers/', { email: 'to-be-deleted@example.rw' }),
  'talents.delete': () => createTalent(app.services),
  'team.delete': () => createMember(app.services),
  'testimonials.delete': () => createTestimonial(app.services),
  'images.delete': async () => {
    const address = await createImage(app.services)
    const images = app.services.database.selectFrom('images').select('id')
    return (await images.where('name', '=', basename(address)).executeTakeFirstOrThrow()).id
  },
  'newsletterIssues.delete': () =>
    post('/api/admin/newsletter-issues/', {
      subject: 'To be deleted',
      content: '<p>A text</p>',
      article_ids: [],
    }),
  'trash.delete': async () => {
    const told = await createMessage(app.services)
    const path = `/api/admin/contacts/${told}/`
    expect((await app.json(path, { method: 'DELETE', token })).status).toBe(204)
    const { body } = await app.json('/api/admin/trash/?kind=message', { token })
    return { id: body.results[0].id, told }
  },
  'views.delete': () =>
    post('/api/admin/views/', { list: 'events', name: 'To be deleted', ...view }),
}

/** They end sessions of the user's own, which delete nothing. */
const sessions = ['accounts.endSession', 'accounts.endOtherSessions']

const deleting = procedures.filter(({ method }) => method === 'DELETE')

test('every call that deletes has a row here', () => {
  const named = [...Object.keys(deletions), ...sessions].sort()
  expect(deleting.map(({ name }) => name).sort()).toEqual(named)
})

test.each(Object.entries(deletions))('%s leaves a line of the audit log', async (name, create) => {
  const created = await create()
  const { id, told } = typeof created === 'object' ? created : { id: created, told: created }
  const before = await deletedIds()
  const path = deleting.find((one) => one.name === name)?.path.replace('{id}', String(id))
  const { status } = await app.json(`/api${path}`, { method: 'DELETE', token })
  expect([200, 204]).toContain(status)
  expect(await deletedIds()).toEqual([...before, String(told)])
})
