import { afterEach, beforeEach, expect, test } from 'vitest'
import { erasedKinds } from '#api/router.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { findTraces, wordsOfZuhura, zuhura } from '#testing/personal-data.ts'
import { continueErasures, runErasure, startErasure } from './erase.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ SMTP_URL: 'smtp://localhost' })
})
afterEach(() => app[Symbol.asyncDispose]())

const { email, phone } = zuhura
const full_name = `${zuhura.first_name} ${zuhura.last_name}`
const isDone = async () => {
  const job = app.services.database.selectFrom('erasures').select('done_at')
  return (await job.executeTakeFirstOrThrow()).done_at !== null
}

/** Sends us a message, of which an email tells our staff. */
async function writeToUs(message = 'We look for two developers in Kigali.') {
  const json = { full_name, email, phone, subject: 'Developers', message }
  const { status } = await app.json('/api/website/contact-us/', { method: 'POST', json })
  expect(status).toBe(201)
}

const notices = () => app.services.database.updateTable('outbox').where('reply_to', '=', email)
const isSent = () =>
  notices().set({ sent_at: app.services.now().toISOString(), next_try_at: null }).execute()
const isGivenUp = () => notices().set({ next_try_at: null, last_error: 'no' }).execute()

async function erase() {
  app.advanceS(1)
  const subject = { email_key: emailKeyOf(email), testimonial_ids: [] }
  const id = await startErasure(app.services, subject, { clientIp: '' })
  app.advanceS(1)
  await runErasure(app.services, erasedKinds, id)
  await lookAgain()
}

async function lookAgain() {
  app.advanceS(11 * 60)
  await continueErasures(erasedKinds)(app.services)
}

test.each([
  ['was sent', isSent],
  ['was given up', isGivenUp],
])('an email to staff about a message of an erased person names nobody: it %s', async (_, end) => {
  await writeToUs()
  await end()
  await erase()
  expect(await isDone()).toBe(true)
  expect(await findTraces(app, [...wordsOfZuhura, 'two developers'])).toEqual([])
  const left = await app.services.database
    .selectFrom('outbox')
    .select(['subject', 'search_text', 'body', 'parts', 'reply_to'])
    .execute()
  expect(left).toMatchObject([{ subject: 'Erased', body: '', parts: '', reply_to: '' }])
  expect(left[0]?.search_text).toMatch(/ erased$/)
})

test.each([
  ['was sent', isSent],
  ['was given up', isGivenUp],
])('an email to staff that waits names the person until it %s', async (_, end) => {
  await writeToUs()
  await erase()
  await lookAgain()
  expect(await isDone()).toBe(false)
  const waiting = await app.services.database.selectFrom('outbox').selectAll().execute()
  expect(waiting).toMatchObject([{ reply_to: email, body: expect.stringContaining(full_name) }])
  await end()
  await lookAgain()
  expect(await isDone()).toBe(true)
  expect(await findTraces(app, [...wordsOfZuhura, 'two developers'])).toEqual([])
})

test('what is written about a person who has come back stays, while an older email waits', async () => {
  await writeToUs()
  await erase()
  await writeToUs('We still look for developers.')
  await isSent()
  await lookAgain()
  expect(await isDone()).toBe(true)
  const emails = app.services.database
    .selectFrom('outbox')
    .select(['reply_to', 'recipient', 'body'])
  expect(await emails.where('recipient', '<>', email).orderBy('id').execute()).toMatchObject([
    { reply_to: '', body: '' },
    { reply_to: email, body: expect.stringContaining('We still look') },
  ])
})

test('without a mail server an email to staff waits for nothing, and names nobody', async () => {
  await app[Symbol.asyncDispose]()
  app = await startTestApp()
  await writeToUs()
  await erase()
  expect(await isDone()).toBe(true)
  expect(await findTraces(app, wordsOfZuhura)).toEqual([])
})
