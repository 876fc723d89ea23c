import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication } from '#seed/factories/applications.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import type { Activity, Trend } from '../contract.ts'

let app: TestApp
let recruiter: string
let editor: string
beforeEach(async () => {
  app = await startTestApp()
  recruiter = await app.signIn('RECRUITER', { name: 'Diane Keza' })
  editor = await app.signIn('EDITOR', { name: 'Eric Mugisha' })
})
afterEach(() => app[Symbol.asyncDispose]())

const get = async (part: string, token: string) =>
  (await app.json(`/api/admin/overview/${part}/`, { token })).body
const activityOf = async (token: string): Promise<Activity[]> =>
  (await get('activity', token)).results
const countsOf = ({ days }: Trend) =>
  days.filter(({ count, before }) => count + before > 0).map(({ day, ...counts }) => [day, counts])

test('applications are counted by their days in Kigali, beside those of the 30 days before', async () => {
  const target = await createCohortAndStack(app, { limit: 100 })
  // The clock stands at 10:00 on 2 March in Kigali.
  for (const created_at of [
    '2026-03-02T07:00:00.000Z',
    '2026-03-01T22:00:00.000Z',
    '2026-03-01T21:59:59.999Z',
    '2026-01-31T22:00:00.000Z',
    '2026-01-31T21:59:59.999Z',
    '2026-01-01T22:00:00.000Z',
    '2026-01-01T21:59:59.999Z',
  ]) {
    await createApplication(app.services, target, { created_at })
  }
  const trend: Trend = await get('applications', recruiter)
  expect(trend.days).toHaveLength(30)
  expect([trend.days[0]?.day, trend.days[29]?.day]).toEqual(['2026-02-01', '2026-03-02'])
  expect(countsOf(trend)).toEqual([
    ['2026-02-01', { count: 1, before: 1 }],
    ['2026-03-01', { count: 1, before: 0 }],
    ['2026-03-02', { count: 2, before: 1 }],
  ])
  expect(trend).toMatchObject({ total: 4, total_before: 2 })
})

test('the funnel counts each application in every stage that it came to', async () => {
  const target = await createCohortAndStack(app, { limit: 100 })
  const at = { created_at: '2026-02-20T07:00:00.000Z' }
  for (const status of ['PENDING', 'WITHDRAWN', 'REJECTED', 'SHORTLISTED', 'ACCEPTED'] as const) {
    await createApplication(app.services, target, { ...at, status })
  }
  const earlier = { created_at: '2026-01-20T07:00:00.000Z', status: 'ACCEPTED' } as const
  await createApplication(app.services, target, earlier)
  const { stages, statuses } = await get('applications', recruiter)
  expect(stages).toEqual([
    { stage: 'applied', total: 5, total_before: 1 },
    { stage: 'opened', total: 3, total_before: 1 },
    { stage: 'shortlisted', total: 2, total_before: 1 },
    { stage: 'accepted', total: 1, total_before: 1 },
  ])
  expect(statuses).toEqual([
    { status: 'PENDING', total: 1 },
    { status: 'REVIEWING', total: 0 },
    { status: 'SHORTLISTED', total: 1 },
    { status: 'ACCEPTED', total: 2 },
    { status: 'REJECTED', total: 1 },
    { status: 'WITHDRAWN', total: 1 },
  ])
})

test('comments and confirmed subscribers are counted by day', async () => {
  const article = await createArticle(app.services)
  await createComment(app.services, article, { created_at: '2026-02-10T09:00:00.000Z' })
  const by = { method: 'POST', json: { email: 'a@example.rw' } } as const
  await app.json('/api/website/subscribe/', by)
  expect(countsOf(await get('subscribers', recruiter))).toEqual([])
  await app.services.database.updateTable('subscribers').set({ asked_at: null }).execute()
  expect(countsOf(await get('comments', editor))).toEqual([['2026-02-10', { count: 1, before: 0 }]])
  expect(countsOf(await get('subscribers', recruiter))).toEqual([
    ['2026-03-02', { count: 1, before: 0 }],
  ])
})

test('the trends are for the roles that see the lists behind them', async () => {
  const statusOf = async (part: string, token?: string) =>
    (await app.json(`/api/admin/overview/${part}/`, token ? { token } : {})).status
  expect(await statusOf('applications', editor)).toBe(403)
  expect(await statusOf('subscribers', editor)).toBe(403)
  expect(await statusOf('comments', recruiter)).toBe(403)
  for (const part of ['applications', 'subscribers', 'comments', 'activity']) {
    expect(await statusOf(part)).toBe(401)
  }
})

test('each role reads what was done last on what it manages, with names', async () => {
  const target = await createCohortAndStack(app, { limit: 100 })
  const [one, two, three] = await Promise.all(
    ['Aline', 'Noëlla', 'Jean'].map((first_name) =>
      createApplication(app.services, target, { first_name, last_name: "N'Diaye" }),
    ),
  )
  const json = { status: 'SHORTLISTED' }
  const path = `/api/website/application/${one}/change-status/`
  await app.json(path, { method: 'POST', token: recruiter, json })
  app.advanceS(60)
  const application_ids = [two, three]
  const batch = { application_ids, status: 'REJECTED' }
  await app.json('/api/admin/applications/batch-status/', {
    method: 'PATCH',
    token: recruiter,
    json: batch,
  })
  app.advanceS(60)
  const article = await createArticle(app.services)
  await app.json(`/api/dashboard/news/${article}/`, { method: 'DELETE', token: editor })

  expect(await activityOf(recruiter)).toMatchObject([
    { action: 'batch', target: 'application', by: 'Diane Keza', count: 2, status: 'REJECTED' },
    { action: 'changed', name: "Aline N'Diaye", id: String(one), status: 'SHORTLISTED' },
  ])
  expect(await activityOf(editor)).toMatchObject([
    { action: 'deleted', target: 'article', by: 'Eric Mugisha', name: null },
  ])
  const admin = await app.signIn('ADMIN')
  expect(await activityOf(admin)).toHaveLength(3)
})

test('a batch on all that match is told with how many it changed, and not before it did', async () => {
  const target = await createCohortAndStack(app, { limit: 100 })
  for (let index = 0; index < 3; index += 1) await createApplication(app.services, target)
  const matching = async (status: string, filters: object = {}) => {
    const seen = { seen_at: app.services.now().toISOString(), seen_total: 3 }
    const json = { status, filters, ...seen }
    const path = '/api/admin/applications/batch-status/matching/'
    const response = await app.request(path, { method: 'PATCH', token: recruiter, json })
    return response.text()
  }
  await matching('REVIEWING')
  app.advanceS(60)
  await matching('ACCEPTED', { status: 'WITHDRAWN' })
  expect(await activityOf(recruiter)).toMatchObject([
    { action: 'batch', target: 'application', count: 3, status: 'REVIEWING' },
  ])
})

test('a batch that deletes, and one that is undone, are told as what they are', async () => {
  const contact_ids = [await createMessage(app.services), await createMessage(app.services)]
  const json = { contact_ids, action: 'delete' }
  await app.json('/api/admin/contacts/batch/', { method: 'PATCH', token: recruiter, json })
  app.advanceS(60)
  const target = await createCohortAndStack(app, { limit: 100 })
  const application_ids = [await createApplication(app.services, target)]
  const path = '/api/admin/applications/batch-status/'
  const change = { application_ids, status: 'REJECTED' }
  const by = { method: 'PATCH', token: recruiter } as const
  const { body } = await app.json(path, { ...by, json: change })
  app.advanceS(60)
  const undone = { method: 'POST', token: recruiter, json: {} } as const
  await (await app.request(`/api/admin/batches/${body.batch}/undo/`, undone)).text()
  expect(await activityOf(recruiter)).toMatchObject([
    { action: 'batch', target: 'application', count: 1, batch_action: 'undo' },
    { action: 'batch', target: 'application', count: 1, status: 'REJECTED' },
    { action: 'batch', target: 'message', count: 2, batch_action: 'delete' },
  ])
})

test('decisions on comments that follow each other are one line, with their number', async () => {
  const article = await createArticle(app.services)
  const [one, two, three] = await Promise.all(
    ['One', 'Two', 'Three'].map((message) =>
      createComment(app.services, article, { message, name: 'Aline' }),
    ),
  )
  const decide = (id: number | undefined, action: string) =>
    app.json(`/api/admin/comments/${id}/${action}/`, { method: 'PATCH', token: editor, json: {} })
  await decide(one, 'approve')
  await decide(two, 'reject')
  await decide(three, 'reject')
  const json = { full_name: 'Claudine Mukamana', position: 'Director' }
  await app.json('/api/website/team-members/', { method: 'POST', token: editor, json })
  const decided = { action: 'changed', target: 'comment', by: 'Eric Mugisha' }
  expect(await activityOf(editor)).toMatchObject([
    { action: 'created', target: 'team member', name: 'Claudine Mukamana' },
    { ...decided, status: 'REJECTED', count: 2, id: null, name: null },
    { ...decided, status: 'APPROVED', count: null, id: String(one), name: 'Aline' },
  ])
})

test('sign-ins and opened resumes are nobody’s news', async () => {
  const target = await createCohortAndStack(app, { limit: 100 })
  const id = await createApplication(app.services, target)
  await app.request(`/api/admin/applications/${id}/resume/`, { token: recruiter })
  expect(await activityOf(recruiter)).toEqual([])
})
