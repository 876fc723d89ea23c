import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Tables } from '#database/tables.ts'
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
import { type RowKindName, rowKindNames } from '#shared/row-kinds.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN', { name: 'Chantal Uwera' })
})
afterEach(() => app[Symbol.asyncDispose]())

const send = (method: string, path: string, json: unknown = {}) =>
  app.json(`/api${path}`, { method, token, json })
/** Sends what must succeed. */
async function make(method: string, path: string, json: unknown = {}): Promise<number> {
  const { status, body } = await send(method, path, json)
  expect(status, `${path} ${JSON.stringify(body)}`).toBeLessThan(300)
  return body.id
}
const post = (path: string, json: unknown) => make('POST', path, json)

async function application() {
  const stack = await createTechStack(app.services)
  const id = await createApplication(app.services, {
    cohort: await createCohort(app.services),
    tech_stack: stack,
  })
  await make('POST', `/website/application/${id}/change-status/`, {
    status: 'ACCEPTED',
    notes: 'Good',
    // Whoever comes back from the trash isn't written to any more.
    send_email: false,
  })
  await post(`/admin/applications/${id}/notes/`, { text: 'Ask @Chantal Uwera for her view' })
  const certificate = await createCertificate(app.services)
  await app.services.database
    .updateTable('certificates')
    .set({ application_id: id })
    .where('id', '=', certificate.id)
    .execute()
  return id
}

async function article() {
  const id = await createArticle(app.services, { tags: ['Rwanda', 'Work'], banner: '' })
  const parent = await createComment(app.services, id)
  const reply = await createComment(app.services, id, { parent_id: parent, status: 'APPROVED' })
  await make('PATCH', '/admin/comments/batch/', { comment_ids: [reply], action: 'reject' })
  await make('PATCH', `/dashboard/news/${id}/draft/`, { title: 'Another title' })
  return { id, parent }
}

async function event() {
  const id = await createEvent(app.services)
  const [guest = 0] = await createRegistrations(app.services, id, [
    { checked_in_at: app.services.now().toISOString() },
    {},
  ])
  return { id, guest }
}

/** Makes a row of a kind with what belongs to it, and tells how it is deleted. */
const kinds: Record<RowKindName, () => Promise<string>> = {
  application: async () => `/admin/applications/${await application()}/`,
  async 'note on application'() {
    await application()
    const note = await app.services.database
      .selectFrom('application_notes')
      .select('id')
      .executeTakeFirstOrThrow()
    return `/admin/applications/notes/${note.id}/`
  },
  talent: async () => `/admin/talents/${await createTalent(app.services)}/`,
  cohort: async () => `/admin/cohorts/${await createCohort(app.services)}/`,
  'tech stack': async () => `/admin/techstacks/${await createTechStack(app.services)}/`,
  async certificate() {
    const { id } = await createCertificate(app.services)
    await make('POST', `/admin/certificates/${id}/revoke/`, { reason: 'A mistake' })
    return `/admin/certificates/${id}/`
  },
  async message() {
    const id = await createMessage(app.services)
    await make('POST', `/admin/contacts/${id}/notes/`, { text: 'A note' })
    const { updated_at } = (await app.json(`/api/admin/contacts/${id}/`, { token })).body
    await make('POST', `/admin/contacts/${id}/replies/`, {
      text: 'Hello',
      status: 'RESOLVED',
      expected_updated_at: updated_at,
    })
    return `/admin/contacts/${id}/`
  },
  'reply template': async () =>
    `/admin/reply-templates/${await post('/admin/reply-templates/', { title: 'A', text: 'B' })}/`,
  subscriber: async () =>
    `/admin/subscribers/${await post('/admin/subscribers/', { email: 'İpek@example.rw' })}/`,
  'newsletter issue': async () => {
    const issue = { subject: 'Spring', content: '<p>Muraho</p>', article_ids: [] }
    return `/admin/newsletter-issues/${await post('/admin/newsletter-issues/', issue)}/`
  },
  article: async () => `/dashboard/news/${(await article()).id}/`,
  async tag() {
    await article()
    const { results } = (await app.json('/api/admin/tags/?search=Rwanda', { token })).body
    return `/admin/tags/${results[0].id}/?force=true`
  },
  comment: async () => `/admin/comments/${(await article()).parent}/`,
  'comment block': async () =>
    `/admin/comment-blocks/${await post('/admin/comment-blocks/', { kind: 'word', value: 'casino' })}/`,
  async event() {
    const { id } = await event()
    await make('POST', `/admin/events/${id}/cancel/`, { message: '', seen_recipients: 2 })
    await app.services.database
      .updateTable('events')
      .set({ emails_after: null })
      .where('id', '=', id)
      .execute()
    return `/admin/events/${id}/`
  },
  'event registration': async () => `/admin/event-registrations/${(await event()).guest}/`,
  testimonial: async () => `/website/testimonies/${await createTestimonial(app.services)}/`,
  'team member': async () => `/admin/team-members/${await createMember(app.services)}/`,
  async image() {
    const url = await createImage(app.services)
    const { body } = await app.json('/api/admin/images/', { token })
    return `/admin/images/${body.results.find(({ address }: { address: string }) => address === url).id}/`
  },
}

/** What a deletion and a restoration leave of themselves. */
const traces = ['trash', 'trash_files', 'audit_log', 'cache_versions', 'image_changes', 'limits']

/** The articles of a tag get another version when it goes, and when it comes back. */
const hasVersionsOfOthers = (kind: RowKindName) => kind === 'tag'

/** An email that is withheld by a deletion is written anew. */
const isWithheld = (row: object) => 'withheld' in row && row.withheld !== ''
const ofEmail = ({ recipient, subject, list_key }: Record<string, unknown>) => ({
  recipient,
  subject,
  list_key,
})

async function dump(kind: RowKindName) {
  const tables = await app.services.database.introspection.getTables()
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    // The index of a search is compared by what it finds.
    if (traces.includes(name) || name.includes('_search')) continue
    if (hasVersionsOfOthers(kind) && name === 'edits') continue
    const all = await app.services.database
      .selectFrom(name as keyof Tables)
      .selectAll()
      .execute()
    rows[name] = all
      .filter((row) => !('total' in row && 'is_held' in row && row.total === 0))
      .filter((row) => !isWithheld(row))
      .map((row) => {
        if (name === 'outbox') return JSON.stringify(ofEmail(row as Record<string, unknown>))
        const isVersioned = hasVersionsOfOthers(kind) && 'updated_at' in row
        return JSON.stringify(isVersioned ? { ...row, updated_at: undefined } : row)
      })
      .sort()
  }
  return rows
}

test.each(rowKindNames)('a deleted %s comes back with all that it had', async (kind) => {
  const path = await kinds[kind]()
  const before = await dump(kind)
  const deleted = await send('DELETE', path)
  expect([deleted.status, deleted.body]).toEqual([204, ''])
  expect(await dump(kind)).not.toEqual(before)
  expect((await send('DELETE', path)).status).toBe(404)

  const { results } = (await app.json('/api/admin/trash/', { token })).body
  expect(results).toEqual([
    expect.objectContaining({ kind, by: 'Chantal Uwera', title: expect.stringMatching(/./) }),
  ])
  const restored = await send('POST', `/admin/trash/${results[0].id}/restore/`)
  expect(restored).toMatchObject({ status: 200, body: { kind, row_id: results[0].row_id } })
  expect(await dump(kind)).toEqual(before)
  expect((await app.json('/api/admin/trash/', { token })).body.total_items).toBe(0)
  expect((await send('POST', `/admin/trash/${results[0].id}/restore/`)).status).toBe(404)

  // And it lives on: deleted again, it is in the trash again.
  expect((await send('DELETE', path)).status).toBe(204)
  const row_ids = [results[0].row_id]
  const undone = await send('POST', '/admin/trash/undo/', { kind, row_ids })
  expect(undone.body).toEqual({ succeeded: row_ids, failed: [] })
  expect(await dump(kind)).toEqual(before)
  const lines = await app.services.database
    .selectFrom('audit_log')
    .select(['action', 'target', 'target_id'])
    .where('action', '=', 'restored')
    .execute()
  const line = { action: 'restored', target: kind, target_id: row_ids[0] }
  expect(lines).toEqual([line, line])
})
