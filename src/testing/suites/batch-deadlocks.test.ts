import type { ControlledTransaction } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Tables } from '#database/tables.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { createCohortAndStack } from '../applying.ts'
import { onPostgres } from '../engines.ts'
import { readEvents } from '../events.ts'
import { failingDatabase } from '../failing-database.ts'
import { closeCircle } from '../lock-waits.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

const patch = (path: string, json: object) =>
  app.json(`/api/admin/${path}`, { method: 'PATCH', token, json })
const progressOf = async (method: string, path: string, json: object) =>
  (await readEvents(app, `/api/admin/${path}`, { method, token, json })).events.at(-1)

/** Runs something that takes the first of two rows and then the second, which another transaction has that takes the first. */
async function whileInTheWay<Result>(
  [first, second]: [number, number],
  touch: (other: ControlledTransaction<Tables>, id: number) => Promise<unknown>,
  run: () => Promise<Result>,
) {
  const other = await app.services.database.startTransaction().execute()
  await touch(other, second)
  const running = run()
  await closeCircle(other, () => touch(other, first))
  return running
}

/** Stores an applicant who has been shortlisted and invited, of which two emails wait. */
async function createInvited() {
  const { database } = app.services
  const id = await createApplication(app.services, await createCohortAndStack(app))
  await patch('applications/batch-status/', { application_ids: [id], status: 'SHORTLISTED' })
  await app.json('/api/admin/interviews/invite/', {
    method: 'POST',
    token,
    json: { application_ids: [id] },
  })
  const emails = await database.selectFrom('outbox').select('id').orderBy('id').execute()
  expect(emails).toHaveLength(2)
  return { id, emails: emails.map((email) => email.id) as [number, number] }
}
const touchEmail = (by: ControlledTransaction<Tables>, id: number) =>
  by.updateTable('outbox').set({ last_error: '' }).where('id', '=', id).execute()

onPostgres.each([
  [
    'one application',
    (id: number) =>
      app.json(`/api/website/application/${id}/change-status/`, {
        method: 'POST',
        token,
        json: { status: 'REJECTED' },
      }),
  ],
  [
    'several',
    (id: number) =>
      patch('applications/batch-status/', { application_ids: [id], status: 'REJECTED' }),
  ],
])(
  'a decision on %s is made although emails that it withholds are being retried',
  async (_, decide) => {
    const { id, emails } = await createInvited()
    const { status } = await whileInTheWay(emails, touchEmail, () => decide(id))
    expect(status).toBe(200)
    const { database } = app.services
    const history = await database
      .selectFrom('application_history')
      .select('to_status')
      .where('application_id', '=', id)
      .where('to_status', '=', 'REJECTED')
      .execute()
    expect(history).toHaveLength(1)
  },
)

const touchMessage = (by: ControlledTransaction<Tables>, id: number) =>
  by.updateTable('contact_messages').set({ search_text: '' }).where('id', '=', id).execute()

onPostgres('a batch, and what undoes it, are run again when another was in the way', async () => {
  const ids: [number, number] = [
    await createMessage(app.services),
    await createMessage(app.services),
  ]
  const seen = { filters: {}, seen_at: app.services.now(), seen_total: 2 }
  const resolve = () =>
    progressOf('PATCH', 'contacts/batch/matching/', { ...seen, action: 'mark_resolved' })
  const resolved = await whileInTheWay(ids, touchMessage, resolve)
  expect(resolved).toMatchObject({ succeeded: 2, failed_count: 0 })
  const undo = () => progressOf('POST', `batches/${resolved.batch}/undo/`, {})
  expect(await whileInTheWay(ids, touchMessage, undo)).toMatchObject({
    succeeded: 2,
    failed_count: 0,
  })
})

onPostgres('a batch of selected messages, and what undoes it, are run again, too', async () => {
  const ids: [number, number] = [
    await createMessage(app.services),
    await createMessage(app.services),
  ]
  const resolve = () =>
    patch('contacts/batch/', { contact_ids: ids, action: 'mark_resolved', expected_versions: {} })
  const { status, body } = await whileInTheWay(ids, touchMessage, resolve)
  expect([status, body.succeeded, body.failed]).toEqual([200, ids, []])
  const contacts = ids.map((id) => ({
    id,
    expected_updated_at: body.version,
    status: 'NEW',
    is_read: false,
    owner: null,
  }))
  const restore = () =>
    app.json('/api/admin/contacts/batch/restore/', { method: 'POST', token, json: { contacts } })
  const restored = await whileInTheWay(ids, touchMessage, restore)
  expect([restored.status, restored.body.succeeded, restored.body.failed]).toEqual([200, ids, []])
})

/** Stores a wave of comments on two articles. @returns the ids of the articles, of the comments and of the wave */
async function createWave() {
  const articles: [number, number] = [
    await createArticle(app.services),
    await createArticle(app.services),
  ]
  const comments: number[] = []
  for (const number of [0, 1, 2]) {
    comments.push(
      await createComment(app.services, articles[number % 2] as number, {
        email: `${number}@example.rw`,
        message: 'See https://cheap.example',
      }),
    )
  }
  return { articles, comments, wave: 'link:cheap.example' }
}
const touchArticle = (by: ControlledTransaction<Tables>, id: number) =>
  by.updateTable('articles').set({ title: 'Another' }).where('id', '=', id).execute()
const decisionLines = async () => {
  const lines = await app.services.database
    .selectFrom('audit_log')
    .select('details')
    .where('target', '=', 'comment')
    .orderBy('id')
    .execute()
  return lines.map(({ details }) => JSON.parse(details))
}

onPostgres('a decision on selected comments is run again after a deadlock', async () => {
  const { articles, comments } = await createWave()
  const approve = () => patch('comments/batch/', { comment_ids: comments, action: 'approve' })
  const { status, body } = await whileInTheWay(articles, touchArticle, approve)
  expect([status, body.succeeded, body.failed]).toEqual([200, comments, []])
})

onPostgres(
  'a decision on all matching comments, and what undoes it, are run again after a deadlock',
  async () => {
    const { articles } = await createWave()
    const seen = { seen_at: app.services.now(), seen_total: 3 }
    const filters = { status: 'PENDING', wave: 'link:cheap.example' }
    const all = { total: 3, succeeded: 3, failed_count: 0 }
    const approve = () =>
      progressOf('PATCH', 'comments/batch/matching/', { ...seen, filters, action: 'approve' })
    const approved = await whileInTheWay(articles, touchArticle, approve)
    expect(approved).toMatchObject(all)
    const undo = () => progressOf('POST', `comments/decisions/${approved.decision_id}/undo/`, {})
    expect(await whileInTheWay(articles, touchArticle, undo)).toMatchObject(all)
    expect(await decisionLines()).toMatchObject([
      { action: 'approve', succeeded: 3, failed: 0 },
      { action: 'undo', succeeded: 3, failed: 0 },
    ])
  },
)

onPostgres('a decision on a wave is run again after a deadlock, and counted once', async () => {
  const { articles, wave } = await createWave()
  const seen = { seen_at: app.services.now(), seen_total: 3 }
  const reject = () => progressOf('PATCH', 'comments/waves/', { ...seen, wave, action: 'reject' })
  expect(await whileInTheWay(articles, touchArticle, reject)).toMatchObject({
    total: 3,
    succeeded: 3,
    failed_count: 0,
  })
  expect(await decisionLines()).toMatchObject([{ total: 3, succeeded: 3, failed: 0 }])
})

test('a batch that reports its progress tells that another transaction stayed in its way', async () => {
  await createWave()
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  const database = failingDatabase(app.services.database, (kind) => {
    if (kind === 'UpdateQueryNode') throw deadlock
    return false
  })
  Object.assign(app.services, { database })
  const response = await app.request('/api/admin/comments/waves/', {
    method: 'PATCH',
    token,
    json: {
      wave: 'link:cheap.example',
      action: 'reject',
      seen_at: app.services.now(),
      seen_total: 3,
    },
  })
  expect(await response.text()).toContain('Please try again')
})
