import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUser, signInAs } from '#seed/factories/accounts.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { createArticle } from '#seed/factories/news.ts'
import type { Role } from '#shared/roles.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { writeDigests } from './digest.ts'

// In Kigali it is Monday 9 March 2026, 07:00.
const monday = '2026-03-09T05:00:00.000Z'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
})
afterEach(() => app[Symbol.asyncDispose]())

const call = (token: string, json?: object) =>
  app.json('/api/auth/digest/', { token, ...(json && { method: 'PUT', json }) })

/** A user who wants the digest. */
async function subscriber(role: Role, email: string) {
  const user = await createUser(app.services, { role, email, name: 'Diane Keza' })
  const token = await signInAs(app.services, user)
  expect((await call(token, { is_wanted: true })).body).toEqual({ is_wanted: true })
  return { id: user.id, token }
}
const written = () =>
  app.services.database
    .selectFrom('outbox')
    .select(['recipient', 'subject', 'body'])
    .orderBy('id')
    .execute()
const write = () => writeDigests(app.services)

async function createWeek() {
  const target = await createCohortAndStack(app, { limit: 20 })
  for (const created_at of ['2026-03-03T08:00:00.000Z', '2026-02-24T08:00:00.000Z']) {
    await createApplication(app.services, target, { created_at })
  }
  await createMessage(app.services)
  const article = await createArticle(app.services)
  await createComment(app.services, article, { created_at: '2026-03-04T08:00:00.000Z' })
}

test('nobody gets a digest who did not ask for it, and everybody asks for themselves', async () => {
  await createWeek()
  const user = await createUser(app.services, { role: 'ADMIN' })
  const token = await signInAs(app.services, user)
  expect((await call(token)).body).toEqual({ is_wanted: false })
  expect((await call('')).status).toBe(401)
  expect((await call('', { is_wanted: true })).status).toBe(401)
  expect((await call(token, { is_wanted: 'perhaps' })).body).toEqual({
    is_wanted: ['Please choose true or false'],
  })
  app.setNow(monday)
  await write()
  expect(await written()).toEqual([])
})

test('on Monday at 7 each role reads what waits for it, and last week beside the week before', async () => {
  await createWeek()
  await subscriber('ADMIN', 'admin@huza.example')
  await subscriber('RECRUITER', 'recruiter@huza.example')
  await subscriber('EDITOR', 'editor@huza.example')
  app.setNow('2026-03-09T04:59:59.000Z')
  await write()
  expect(await written()).toEqual([])
  app.setNow(monday)
  await write()
  const [admin, recruiter, editor, ...more] = await written()
  expect(more).toEqual([])
  expect(admin).toMatchObject({ recipient: 'admin@huza.example', subject: 'The week at Huza' })
  const recruiting = ['New applications: 2', 'New messages: 1', 'Applications: 1 (1)']
  const editing = ['Pending comments: 1', 'Comments: 1 (0)']
  for (const line of [...recruiting, ...editing]) expect(admin?.body).toContain(line)
  for (const line of recruiting) {
    expect(recruiter?.body).toContain(line)
    expect(editor?.body).not.toContain(line)
  }
  for (const line of editing) {
    expect(editor?.body).toContain(line)
    expect(recruiter?.body).not.toContain(line)
  }
  expect(admin?.body).toMatch(/^Dear Diane,\n/)
  expect(admin?.body).toContain('https://huza.example/dashboard/profile')
})

test('subscribers are counted as the overview counts them: those who get the newsletter', async () => {
  await subscriber('RECRUITER', 'recruiter@huza.example')
  const at = '2026-03-03T08:00:00.000Z'
  const times = { created_at: at, updated_at: at }
  await app.services.database
    .insertInto('subscribers')
    .values([
      { email: 'a@example.rw', email_key: 'a@example.rw', ...times },
      { email: 'b@example.rw', email_key: 'b@example.rw', ...times, asked_at: at },
      { email: 'c@example.rw', email_key: 'c@example.rw', ...times, unsubscribed_at: at },
    ])
    .execute()
  app.setNow(monday)
  await write()
  expect((await written()).at(-1)?.body).toContain('Subscribers: 1 (0)')
})

test('a cohort that closes this week is named, one of next week is not', async () => {
  await subscriber('RECRUITER', 'recruiter@huza.example')
  for (const [name, deadline] of [
    ['Web 12', '2026-03-15'],
    ['Data 3', '2026-03-16'],
    ['Web 11', '2026-03-08'],
  ] as const) {
    await createCohort(app.services, {
      name,
      deadline,
      start: '2026-05-01',
      end: '2026-07-31',
      limit: 20,
    })
  }
  for (const status of ['closed', 'draft'] as const) {
    await createCohort(app.services, { name: `A ${status} cohort`, status, deadline: '2026-03-12' })
  }
  app.setNow(monday)
  await write()
  const [{ body } = { body: '' }] = await written()
  expect(body).toMatch(/Web 12: .*, 0 of 20 places taken/)
  expect(body).not.toMatch(/Data 3|Web 11|A (closed|draft) cohort/)
})

test('a week in which there was nothing brings no email', async () => {
  await subscriber('ADMIN', 'admin@huza.example')
  app.setNow(monday)
  await write()
  expect(await written()).toEqual([])
})

test('it is sent once, by several processes at once and after a restart', async () => {
  await createWeek()
  await subscriber('RECRUITER', 'one@huza.example')
  await subscriber('RECRUITER', 'two@huza.example')
  app.setNow(monday)
  await Promise.all([write(), write(), write()])
  app.advanceS(3 * 60 * 60)
  await write()
  expect((await written()).map(({ recipient }) => recipient)).toEqual([
    'one@huza.example',
    'two@huza.example',
  ])
  app.advanceS(7 * 24 * 60 * 60)
  await write()
  expect(await written()).toHaveLength(4)
})

test('one that was missed for a day is left out, and who asks on Monday waits for the next', async () => {
  await createWeek()
  await subscriber('RECRUITER', 'early@huza.example')
  app.setNow('2026-03-10T05:00:00.000Z')
  await write()
  expect(await written()).toEqual([])
  app.setNow('2026-03-16T06:00:00.000Z')
  await subscriber('RECRUITER', 'late@huza.example')
  await write()
  expect((await written()).map(({ recipient }) => recipient)).toEqual(['early@huza.example'])
})

test('who has ended it, or was disabled, gets no more', async () => {
  await createWeek()
  const one = await subscriber('RECRUITER', 'one@huza.example')
  const two = await subscriber('RECRUITER', 'two@huza.example')
  await call(one.token, { is_wanted: false })
  expect((await call(one.token)).body).toEqual({ is_wanted: false })
  const disabled_at = app.services.now().toISOString()
  const { database } = app.services
  await database.updateTable('users').set({ disabled_at }).where('id', '=', two.id).execute()
  app.setNow(monday)
  await write()
  expect(await written()).toEqual([])
})
