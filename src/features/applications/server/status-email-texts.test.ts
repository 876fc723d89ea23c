import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCohort } from '#seed/factories/cohorts.ts'
import { defaultStatusEmails } from '#shared/status-emails.ts'
import type { TestApp } from '#testing/app.ts'
import { startDeciding } from '#testing/deciding.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof startDeciding>>
beforeEach(async () => {
  site = await startDeciding()
  app = site.app
})
afterEach(() => site[Symbol.asyncDispose]())

test('a name that could be read as a link is not repeated', async () => {
  const id = await site.create({ first_name: 'evil.example/login', last_name: 'now' })
  await site.decide(id, 'ACCEPTED')
  const [email] = await site.waiting()
  expect(email?.body).toMatch(/^Hello,/)
  expect(email?.body).not.toContain('evil')
})

test.each([
  ['subject', 'Dear {name}', /^There is no \{name\}\. You can use \{cohort\}/],
  ['text', 'Welcome to {cohort', /^A brace stands alone/],
  ['text', '', /^Text is required/],
])('a template with a wrong %s is refused: %j', async (field, text, message) => {
  const template = { ...defaultStatusEmails.ACCEPTED, [field]: text }
  const { status, body } = await site.save({ ACCEPTED: template })
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('ACCEPTED')])
  expect(Object.values<string[]>(body).flat().join()).toMatch(message)
  const path = `/admin/cohorts/${site.parents.cohort}/emails/`
  expect((await site.call('PATCH', path, { emails: { ACCEPTED: template } })).status).toBe(400)
})

test('a cohort has its own emails, and else those of the settings', async () => {
  const path = `/admin/cohorts/${site.parents.cohort}/emails/`
  const own = { is_sent: true, subject: 'Murakaza neza: {cohort}', text: 'See you on {starts_on}.' }
  const { body } = await site.call('PATCH', path, { emails: { ACCEPTED: own } })
  expect(body).toMatchObject({ name: 'Web 12', emails: { ACCEPTED: own } })
  const [here, there] = [
    await site.create(),
    await site.create({}, await createCohort(app.services, {})),
  ]
  await site.decideAll([here, there], 'ACCEPTED')
  expect(await site.subjects()).toEqual([
    'Murakaza neza: Web 12',
    expect.stringMatching(/^Welcome to /),
  ])
  const off = { ...own, is_sent: false }
  await site.call('PATCH', path, { emails: { ACCEPTED: off } })
  const sent = (await site.call('GET', '/admin/applications/emails/')).body
  expect(sent.kinds).toContain('ACCEPTED')
  expect(sent.cohorts).toEqual([
    { id: site.parents.cohort, kinds: expect.not.arrayContaining(['ACCEPTED']) },
  ])
})

test('an email is previewed for three applicants, and tried out on oneself', async () => {
  const names = ['Aline', 'Benoît', 'Chantal', 'Divine']
  for (const first_name of names) await site.create({ first_name, status: 'ACCEPTED' })
  await site.create({ first_name: 'Pending' })
  const written = { kind: 'ACCEPTED', subject: 'Welcome to {cohort}', text: 'Hello again' }
  const { body } = await site.call('POST', '/admin/applications/emails/preview/', written)
  expect(body.map(({ name }: { name: string }) => name.split(' ')[0]).sort()).toEqual(
    names.slice(1),
  )
  expect(body[0]).toMatchObject({ subject: 'Welcome to Web 12' })
  expect(body[0].html).toContain('Hello again')
  const test = await site.call('POST', '/admin/applications/emails/test/', written)
  expect(test.body).toEqual({ recipient: 'diane@huza.example' })
  const [received] = await site.send(0)
  expect(received?.to).toEqual(['diane@huza.example'])
  const unknown = { ...written, text: 'Dear {first_name}' }
  expect((await site.call('POST', '/admin/applications/emails/test/', unknown)).status).toBe(400)
})
