import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeOldEmails } from '#platform/mail/outbox.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { defaultStatusEmails } from '#shared/status-emails.ts'
import type { TestApp } from '#testing/app.ts'
import { startDeciding } from '#testing/deciding.ts'
import { mimePart } from '#testing/mime.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof startDeciding>>
beforeEach(async () => {
  site = await startDeciding()
  app = site.app
})
afterEach(() => site[Symbol.asyncDispose]())

const undoOne = (id: number, status: string) =>
  site.decide(id, status, { notes: 'Change undone', is_undo: true })
const undoBatch = async (batch: number) =>
  JSON.stringify((await site.call('POST', `/admin/batches/${batch}/undo/`, {})).body)
const setWaiting = (id: number, is_waiting: boolean, more: object = {}) =>
  site.call('PATCH', '/admin/applications/batch-waiting/', {
    application_ids: [id],
    is_waiting,
    ...more,
  })
const move = async (id: number, cohort: number) =>
  (await site.call('PATCH', '/admin/applications/batch-move/', { application_ids: [id], cohort }))
    .body

const emailsOf = async (id: number) =>
  (await site.call('GET', `/website/application/${id}/`)).body.history.flatMap(
    ({ email }: { email: { state: string } | null }) => email?.state ?? [],
  )
test('who is accepted is told after 15 minutes, and the history says so', async () => {
  const id = await site.create({
    first_name: 'Aline',
    last_name: 'Uwase',
    email: 'aline@example.rw',
  })
  await site.decide(id, 'ACCEPTED')
  expect(await site.send(14)).toEqual([])
  const { history } = (await site.call('GET', `/website/application/${id}/`)).body
  expect(history[0].email).toEqual({ state: 'HELD', due: '2026-03-02T08:15:00.000Z' })
  const [received] = await site.send(1)
  expect(received?.to).toEqual(['aline@example.rw'])
  const text = mimePart(received?.text ?? '', 'text/plain')
  expect(text).toMatch(/^Dear Aline,\s+Congratulations! You are accepted for Web 12 \(/)
  expect(text).not.toContain('{')
  expect(mimePart(received?.text ?? '', 'text/html')).toContain('Congratulations!')
  expect(await emailsOf(id)).toEqual(['SENT'])
})

test('an email that is due and not sent, as in an outage, waits and is told at no hour', async () => {
  const id = await site.create()
  await site.decide(id, 'ACCEPTED')
  app.advanceS(15 * 60)
  await site.signInAgain()
  const emailOf = async () =>
    (await site.call('GET', `/website/application/${id}/`)).body.history[0].email
  expect(await emailOf()).toEqual({ state: 'WAITING', due: null })
  await site.call('POST', `/admin/applications/${id}/emails/cancel/`)
  expect(await emailOf()).toEqual({ state: 'LEFT_OUT', due: null })
})

test('nobody is told what is undone, alone or with a batch', async () => {
  const [one, two] = [await site.create(), await site.create()]
  await site.decide(one, 'REJECTED')
  const { batch } = await site.decideAll([one, two], 'ACCEPTED')
  expect(await site.waiting()).toHaveLength(2)
  await undoBatch(batch)
  // The rejection from before holds again, and is told.
  expect(await site.subjects()).toEqual(['Your application for Web 12'])
  await undoOne(one, 'PENDING')
  expect(await site.waiting()).toEqual([])
  expect(await site.send()).toEqual([])
  expect(await emailsOf(two)).toEqual(['CANCELLED'])
})

test('a later decision replaces the email of the one before', async () => {
  const id = await site.create()
  await site.decide(id, 'SHORTLISTED')
  await site.decide(id, 'ACCEPTED')
  expect(await site.subjects()).toEqual(['Welcome to Web 12'])
  expect(await emailsOf(id)).toEqual(['HELD', 'CANCELLED'])
  await site.decide(id, 'SHORTLISTED')
  expect(await site.subjects()).toEqual(['Your application for Web 12: you are on the shortlist'])
  await site.send()
  expect(site.mail.received).toHaveLength(1)
})

test('an undo after the email is no email, but staff are told', async () => {
  const id = await site.create()
  const { batch } = await site.decideAll([id], 'REJECTED')
  await site.send()
  expect(await undoBatch(batch)).toContain('1 applicant had been told by email already')
  expect(await site.waiting()).toEqual([])
  expect(await emailsOf(id)).toEqual(['SENT'])
})

test('a decision whose note has the words of an undo is told like any other', async () => {
  const [one, two] = [await site.create(), await site.create()]
  await site.decideAll([one, two], 'SHORTLISTED')
  await site.send()
  await site.decide(one, 'ACCEPTED', { notes: 'Change undone', is_undo: false })
  await site.decideAll([two], 'ACCEPTED', { notes: 'Change undone' })
  expect(await site.subjects()).toEqual(['Welcome to Web 12', 'Welcome to Web 12'])
})

test('reviewing is told only where administrators turn it on', async () => {
  const id = await site.create()
  await site.decide(id, 'REVIEWING')
  expect(await site.waiting()).toEqual([])
  const { REVIEWING } = defaultStatusEmails
  expect((await site.save({ REVIEWING: { ...REVIEWING, is_sent: true } })).status).toBe(200)
  await site.decide(id, 'PENDING')
  await site.decide(id, 'REVIEWING')
  expect(await site.subjects()).toEqual(['Your application for Web 12'])
})

test('an email that is left out is not written, and the history says so', async () => {
  const [one, two] = [await site.create(), await site.create()]
  await site.decide(one, 'ACCEPTED', { send_email: false })
  await site.decideAll([two], 'REJECTED', { send_email: false })
  expect(await site.waiting()).toEqual([])
  expect([await emailsOf(one), await emailsOf(two)]).toEqual([['LEFT_OUT'], ['LEFT_OUT']])
})

test('an email that is held can be cancelled, once', async () => {
  const id = await site.create()
  await site.decide(id, 'ACCEPTED')
  const cancel = () => site.call('POST', `/admin/applications/${id}/emails/cancel/`, {})
  expect((await cancel()).status).toBe(200)
  expect((await cancel()).body.detail).toMatch(/^No email waits/)
  expect(await site.send()).toEqual([])
  expect(await emailsOf(id)).toEqual(['LEFT_OUT'])
  const line = { action: 'cancelled', target: 'email to applicant', target_id: String(id) }
  expect(await app.services.database.selectFrom('audit_log').selectAll().execute()).toContainEqual(
    expect.objectContaining(line),
  )
})

test('the waiting list, a spot and another cohort are told', async () => {
  const id = await site.create()
  await setWaiting(id, true)
  expect(await site.subjects()).toEqual([
    'Your application for Web 12: you are on the waiting list',
  ])
  await site.send()
  const { status } = await site.call('POST', `/admin/cohorts/${site.parents.cohort}/promote/`, {})
  expect(status).toBe(200)
  expect(await site.subjects()).toEqual(['Your application for Web 12: you have a spot'])
  await site.send()
  await move(id, await createCohort(app.services, { name: 'Web 13' }))
  expect(await site.subjects()).toEqual(['Your application is for Web 13 now'])
  expect(await emailsOf(id)).toEqual(['HELD', 'SENT', 'SENT'])
})

test('who is moved while a decision is held is told the decision, with the new cohort', async () => {
  const id = await site.create()
  await site.decide(id, 'ACCEPTED')
  const { batch } = await move(id, await createCohort(app.services, { name: 'Web 13' }))
  expect(await site.subjects()).toEqual(['Welcome to Web 13'])
  await undoBatch(batch)
  expect(await site.subjects()).toEqual(['Welcome to Web 12'])
})

test('who is moved back by hand is told nothing of it, whatever cohorts are called', async () => {
  const id = await site.create()
  const { database } = app.services
  const other = await createCohort(app.services, { name: 'Web 13' })
  const rename = (cohort: number, name: string) =>
    database.updateTable('cohorts').set({ name }).where('id', '=', cohort).execute()
  await rename(site.parents.cohort, 'Web (waiting list)')
  await createCohort(app.services, { name: 'Web (waiting list)' })
  await move(id, other)
  await move(id, site.parents.cohort)
  expect(await site.subjects()).toEqual([])
  await move(id, other)
  await rename(site.parents.cohort, 'Web 12')
  await move(id, site.parents.cohort)
  expect(await site.subjects()).toEqual([])
})

test('who is decided on without an email still learns of a spot', async () => {
  const id = await site.create()
  await setWaiting(id, true, { send_email: false })
  await setWaiting(id, false)
  await site.decide(id, 'REVIEWING')
  expect(await site.subjects()).toEqual(['Your application for Web 12: you have a spot'])
  await site.decide(id, 'REJECTED')
  expect(await site.subjects()).toEqual(['Your application for Web 12'])
})

test('a deleted application gets no email, also once it is back', async () => {
  const id = await site.create()
  await site.decide(id, 'ACCEPTED')
  await site.call('DELETE', `/admin/applications/${id}/`)
  expect(await site.waiting()).toEqual([])
  const { id: trashed } = await app.services.database
    .selectFrom('trash')
    .select('id')
    .executeTakeFirstOrThrow()
  const admin = await app.signIn('ADMIN')
  expect((await site.call('POST', `/admin/trash/${trashed}/restore/`, {}, admin)).status).toBe(200)
  expect(await site.waiting()).toEqual([])
  expect(await emailsOf(id)).toEqual(['CANCELLED'])
})

test('whoever is erased takes their unsent email along, and leaves the others', async () => {
  const [one, two] = [await site.create(), await site.create()]
  await site.decideAll([one, two], 'ACCEPTED')
  await app.services.database.deleteFrom('applications').where('id', '=', one).execute()
  expect(await site.waiting()).toHaveLength(1)
  expect(await emailsOf(two)).toEqual(['HELD'])
})

test('the history keeps what became of an email that the outbox has deleted', async () => {
  const [sent, refused] = [await site.create(), await site.create({ email: 'refused@example.rw' })]
  await site.decideAll([sent, refused], 'REJECTED')
  await site.send()
  expect([await emailsOf(sent), await emailsOf(refused)]).toEqual([['SENT'], ['FAILED']])
  app.advanceS(91 * 24 * 60 * 60)
  await removeOldEmails(app.services)
  await site.signInAgain()
  expect([await emailsOf(sent), await emailsOf(refused)]).toEqual([['SENT'], ['FAILED']])
})

test('a decision that is refused tells nobody', async () => {
  const cohort = await createCohort(app.services, { limit: 1 })
  const id = await site.create({}, cohort)
  await site.decide(id, 'REJECTED', { send_email: false })
  await site.create({}, cohort)
  const { failed } = await site.decideAll([id], 'ACCEPTED')
  expect(failed).toHaveLength(1)
  expect(await site.waiting()).toEqual([])
})

test('one mailbox gets ten emails of staff a day, and a decision is not held up by that', async () => {
  const id = await site.create({ email: 'aline@example.rw' })
  for (let round = 0; round < 5; round += 1) {
    await site.decide(id, 'SHORTLISTED')
    await site.decide(id, 'REJECTED')
  }
  const { status, notices } = await site.decide(id, 'ACCEPTED')
  expect([status, notices]).toEqual([
    'ACCEPTED',
    [
      expect.stringMatching(
        /^\S+ \S+ was sent 10 emails within a day\..* They are not told of this/,
      ),
    ],
  ])
  expect(await site.waiting()).toEqual([])
})
