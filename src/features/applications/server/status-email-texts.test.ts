import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendDueEmails } from '#platform/mail/outbox.ts'
import { createApplication, type NewApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { defaultStatusEmails } from '#shared/status-emails.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'

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
const decideAll = async (application_ids: number[], status: string, more: object = {}) =>
  (await call('PATCH', '/admin/applications/batch-status/', { application_ids, status, ...more }))
    .body
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

test('a name that could be read as a link is not repeated', async () => {
  const id = await create({ first_name: 'evil.example/login', last_name: 'now' })
  await decide(id, 'ACCEPTED')
  const [email] = await waiting()
  expect(email?.body).toMatch(/^Hello,/)
  expect(email?.body).not.toContain('evil')
})

test.each([
  ['subject', 'Dear {name}', /^There is no \{name\}\. You can use \{cohort\}/],
  ['text', 'Welcome to {cohort', /^A brace stands alone/],
  ['text', '', /^Text is required/],
])('a template with a wrong %s is refused: %j', async (field, text, message) => {
  const template = { ...defaultStatusEmails.ACCEPTED, [field]: text }
  const { status, body } = await save({ ACCEPTED: template })
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('ACCEPTED')])
  expect(Object.values<string[]>(body).flat().join()).toMatch(message)
  const path = `/admin/cohorts/${parents.cohort}/emails/`
  expect((await call('PATCH', path, { emails: { ACCEPTED: template } })).status).toBe(400)
})

test('a cohort has its own emails, and else those of the settings', async () => {
  const path = `/admin/cohorts/${parents.cohort}/emails/`
  const own = { is_sent: true, subject: 'Murakaza neza: {cohort}', text: 'See you on {starts_on}.' }
  const { body } = await call('PATCH', path, { emails: { ACCEPTED: own } })
  expect(body).toMatchObject({ name: 'Web 12', emails: { ACCEPTED: own } })
  const [here, there] = [await create(), await create({}, await createCohort(app.services, {}))]
  await decideAll([here, there], 'ACCEPTED')
  expect(await subjects()).toEqual(['Murakaza neza: Web 12', expect.stringMatching(/^Welcome to /)])
  const off = { ...own, is_sent: false }
  await call('PATCH', path, { emails: { ACCEPTED: off } })
  const sent = (await call('GET', '/admin/applications/emails/')).body
  expect(sent.kinds).toContain('ACCEPTED')
  expect(sent.cohorts).toEqual([
    { id: parents.cohort, kinds: expect.not.arrayContaining(['ACCEPTED']) },
  ])
})

test('an email is previewed for three applicants, and tried out on oneself', async () => {
  const names = ['Aline', 'Benoît', 'Chantal', 'Divine']
  for (const first_name of names) await create({ first_name, status: 'ACCEPTED' })
  await create({ first_name: 'Pending' })
  const written = { kind: 'ACCEPTED', subject: 'Welcome to {cohort}', text: 'Hello again' }
  const { body } = await call('POST', '/admin/applications/emails/preview/', written)
  expect(body.map(({ name }: { name: string }) => name.split(' ')[0]).sort()).toEqual(
    names.slice(1),
  )
  expect(body[0]).toMatchObject({ subject: 'Welcome to Web 12' })
  expect(body[0].html).toContain('Hello again')
  const test = await call('POST', '/admin/applications/emails/test/', written)
  expect(test.body).toEqual({ recipient: 'diane@huza.example' })
  const [received] = await send(0)
  expect(received?.to).toEqual(['diane@huza.example'])
  const unknown = { ...written, text: 'Dear {first_name}' }
  expect((await call('POST', '/admin/applications/emails/test/', unknown)).status).toBe(400)
})
