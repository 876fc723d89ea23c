import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeOldEmails, sendDueEmails } from '#platform/mail/outbox.ts'
import { createApplication, type NewApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { defaultStatusEmails } from '#shared/status-emails.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { mimePart } from '#testing/mime.ts'

let app: TestApp
let mail: MailServer
let token: string
let parents: Awaited<ReturnType<typeof createCohortAndStack>>
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  mail = await startMailServer()
  token = await app.signIn('RECRUITER', { name: 'Diane Keza', email: 'diane@huza.example' })
  parents = await createCohortAndStack(app, { name: 'Web 12', limit: 20 })
})
afterEach(async () => {
  await mail.stop()
  await app[Symbol.asyncDispose]()
})

const create = (overrides: Partial<NewApplication> = {}, cohort = parents.cohort) =>
  createApplication(app.services, { ...parents, cohort }, overrides)
const call = (method: string, path: string, json?: object, as = token) =>
  app.json(`/api${path}`, { method, token: as, ...(json && { json }) })
const decide = async (id: number, status: string, more: object = {}) =>
  (await call('POST', `/website/application/${id}/change-status/`, { status, ...more })).body
const undoOne = (id: number, status: string) => decide(id, status, { notes: 'Change undone' })
const decideAll = async (application_ids: number[], status: string, more: object = {}) =>
  (await call('PATCH', '/admin/applications/batch-status/', { application_ids, status, ...more }))
    .body
const undoBatch = async (batch: number) =>
  JSON.stringify((await call('POST', `/admin/batches/${batch}/undo/`, {})).body)
const setWaiting = (id: number, is_waiting: boolean, more: object = {}) =>
  call('PATCH', '/admin/applications/batch-waiting/', {
    ...{ application_ids: [id], is_waiting, ...more },
  })
const move = async (id: number, cohort: number) =>
  (await call('PATCH', '/admin/applications/batch-move/', { application_ids: [id], cohort })).body

const emailsOf = async (id: number) =>
  (await call('GET', `/website/application/${id}/`)).body.history.flatMap(
    ({ email }: { email: { state: string } | null }) => email?.state ?? [],
  )
const waiting = async () => {
  const rows = await app.services.database
    .selectFrom('outbox')
    .select(['recipient', 'subject', 'body', 'next_try_at'])
    .where('sent_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows
}
const subjects = async () => (await waiting()).map(({ subject }) => subject)

/** Lets the time of the hold go by, and sends. @returns what the mail server has received since the start */
async function send(minutes = 15) {
  app.advanceS(minutes * 60)
  await sendDueEmails(app.services, mail.mailer)
  token = await app.signIn('RECRUITER')
  return mail.received
}

const save = (emails: object) => {
  const as = app.signIn('ADMIN')
  return as.then((admin) => call('PATCH', '/admin/settings/emails/', emails, admin))
}

test('who is accepted is told after 15 minutes, and the history says so', async () => {
  const id = await create({ first_name: 'Aline', last_name: 'Uwase', email: 'aline@example.rw' })
  await decide(id, 'ACCEPTED')
  expect(await send(14)).toEqual([])
  const { history } = (await call('GET', `/website/application/${id}/`)).body
  expect(history[0].email).toEqual({ state: 'HELD', due: '2026-03-02T08:15:00.000Z' })
  const [received] = await send(1)
  expect(received?.to).toEqual(['aline@example.rw'])
  const text = mimePart(received?.text ?? '', 'text/plain')
  expect(text).toMatch(/^Dear Aline,\s+congratulations! You are accepted for Web 12 \(/)
  expect(text).not.toContain('{')
  expect(mimePart(received?.text ?? '', 'text/html')).toContain('congratulations!')
  expect(await emailsOf(id)).toEqual(['SENT'])
})

test('nobody is told what is undone, alone or with a batch', async () => {
  const [one, two] = [await create(), await create()]
  await decide(one, 'REJECTED')
  const { batch } = await decideAll([one, two], 'ACCEPTED')
  expect(await waiting()).toHaveLength(2)
  await undoBatch(batch)
  // The rejection from before holds again, and is told.
  expect(await subjects()).toEqual(['Your application for Web 12'])
  await undoOne(one, 'PENDING')
  expect(await waiting()).toEqual([])
  expect(await send()).toEqual([])
  expect(await emailsOf(two)).toEqual(['CANCELLED'])
})

test('a later decision replaces the email of the one before', async () => {
  const id = await create()
  await decide(id, 'SHORTLISTED')
  await decide(id, 'ACCEPTED')
  expect(await subjects()).toEqual(['Welcome to Web 12'])
  expect(await emailsOf(id)).toEqual(['HELD', 'CANCELLED'])
  await decide(id, 'SHORTLISTED')
  expect(await subjects()).toEqual(['Your application for Web 12: you are on the shortlist'])
  await send()
  expect(mail.received).toHaveLength(1)
})

test('an undo after the email is no email, but staff are told', async () => {
  const id = await create()
  const { batch } = await decideAll([id], 'REJECTED')
  await send()
  expect(await undoBatch(batch)).toContain('1 applicant had been told by email already')
  expect(await waiting()).toEqual([])
  expect(await emailsOf(id)).toEqual(['SENT'])
})

test('reviewing is told only where administrators turn it on', async () => {
  const id = await create()
  await decide(id, 'REVIEWING')
  expect(await waiting()).toEqual([])
  const { REVIEWING } = defaultStatusEmails
  expect((await save({ REVIEWING: { ...REVIEWING, is_sent: true } })).status).toBe(200)
  await decide(id, 'PENDING')
  await decide(id, 'REVIEWING')
  expect(await subjects()).toEqual(['Your application for Web 12'])
})

test('an email that is left out is not written, and the history says so', async () => {
  const [one, two] = [await create(), await create()]
  await decide(one, 'ACCEPTED', { send_email: false })
  await decideAll([two], 'REJECTED', { send_email: false })
  expect(await waiting()).toEqual([])
  expect([await emailsOf(one), await emailsOf(two)]).toEqual([['LEFT_OUT'], ['LEFT_OUT']])
})

test('an email that is held can be cancelled, once', async () => {
  const id = await create()
  await decide(id, 'ACCEPTED')
  const cancel = () => call('POST', `/admin/applications/${id}/emails/cancel/`, {})
  expect((await cancel()).status).toBe(200)
  expect((await cancel()).body.detail).toMatch(/^No email waits/)
  expect(await send()).toEqual([])
  expect(await emailsOf(id)).toEqual(['LEFT_OUT'])
  const line = { action: 'cancelled', target: 'email to applicant', target_id: String(id) }
  expect(await app.services.database.selectFrom('audit_log').selectAll().execute()).toContainEqual(
    expect.objectContaining(line),
  )
})

test('the waiting list, a spot and another cohort are told', async () => {
  const id = await create()
  await setWaiting(id, true)
  expect(await subjects()).toEqual(['Your application for Web 12: you are on the waiting list'])
  await send()
  const { status } = await call('POST', `/admin/cohorts/${parents.cohort}/promote/`, {})
  expect(status).toBe(200)
  expect(await subjects()).toEqual(['Your application for Web 12: you have a spot'])
  await send()
  await move(id, await createCohort(app.services, { name: 'Web 13' }))
  expect(await subjects()).toEqual(['Your application is for Web 13 now'])
  expect(await emailsOf(id)).toEqual(['HELD', 'SENT', 'SENT'])
})

test('who is moved while a decision is held is told the decision, with the new cohort', async () => {
  const id = await create()
  await decide(id, 'ACCEPTED')
  const { batch } = await move(id, await createCohort(app.services, { name: 'Web 13' }))
  expect(await subjects()).toEqual(['Welcome to Web 13'])
  await undoBatch(batch)
  expect(await subjects()).toEqual(['Welcome to Web 12'])
})

test('who is decided on without an email still learns of a spot', async () => {
  const id = await create()
  await setWaiting(id, true, { send_email: false })
  await setWaiting(id, false)
  await decide(id, 'REVIEWING')
  expect(await subjects()).toEqual(['Your application for Web 12: you have a spot'])
  await decide(id, 'REJECTED')
  expect(await subjects()).toEqual(['Your application for Web 12'])
})

test('a deleted application gets no email, also once it is back', async () => {
  const id = await create()
  await decide(id, 'ACCEPTED')
  await call('DELETE', `/admin/applications/${id}/`)
  expect(await waiting()).toEqual([])
  const { id: trashed } = await app.services.database
    .selectFrom('trash')
    .select('id')
    .executeTakeFirstOrThrow()
  const admin = await app.signIn('ADMIN')
  expect((await call('POST', `/admin/trash/${trashed}/restore/`, {}, admin)).status).toBe(200)
  expect(await waiting()).toEqual([])
  expect(await emailsOf(id)).toEqual(['CANCELLED'])
})

test('whoever is erased takes their unsent email along, and leaves the others', async () => {
  const [one, two] = [await create(), await create()]
  await decideAll([one, two], 'ACCEPTED')
  await app.services.database.deleteFrom('applications').where('id', '=', one).execute()
  expect(await waiting()).toHaveLength(1)
  expect(await emailsOf(two)).toEqual(['HELD'])
})

test('the history keeps what became of an email that the outbox has deleted', async () => {
  const [sent, refused] = [await create(), await create({ email: 'refused@example.rw' })]
  await decideAll([sent, refused], 'REJECTED')
  await send()
  expect([await emailsOf(sent), await emailsOf(refused)]).toEqual([['SENT'], ['FAILED']])
  app.advanceS(91 * 24 * 60 * 60)
  await removeOldEmails(app.services)
  token = await app.signIn('RECRUITER')
  expect([await emailsOf(sent), await emailsOf(refused)]).toEqual([['SENT'], ['FAILED']])
})

test('a decision that is refused tells nobody', async () => {
  const cohort = await createCohort(app.services, { limit: 1 })
  const id = await create({}, cohort)
  await decide(id, 'REJECTED', { send_email: false })
  await create({}, cohort)
  const { failed } = await decideAll([id], 'ACCEPTED')
  expect(failed).toHaveLength(1)
  expect(await waiting()).toEqual([])
})

test('one mailbox gets ten emails of staff a day, and a decision is not held up by that', async () => {
  const id = await create({ email: 'aline@example.rw' })
  for (let round = 0; round < 5; round += 1) {
    await decide(id, 'SHORTLISTED')
    await decide(id, 'REJECTED')
  }
  const { status, notices } = await decide(id, 'ACCEPTED')
  expect([status, notices]).toEqual([
    'ACCEPTED',
    [
      expect.stringMatching(
        /^\S+ \S+ was sent 10 emails within a day\..* They are not told of this/,
      ),
    ],
  ])
  expect(await waiting()).toEqual([])
})
