import { afterEach, beforeEach, expect, test } from 'vitest'
import { erasedKinds } from '#api/router.ts'
import { putInOutbox, searchedIn } from '#platform/mail/outbox.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { onPostgres } from '#testing/engines.ts'
import { holdWhile } from '#testing/lock-waits.ts'
import { continueErasures, runErasure, startErasure } from './erase.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

const email = 'zuhura@example.rw'
const start = () =>
  startErasure(
    app.services,
    { email_key: emailKeyOf(email), testimonial_ids: [] },
    { clientIp: '' },
  )
const run = (id: number) => runErasure(app.services, erasedKinds, id)
const counts = async () => {
  const job = app.services.database.selectFrom('erasures').select('counts')
  return JSON.parse((await job.executeTakeFirstOrThrow()).counts)
}

async function createNotes(count: number) {
  const message_id = await createMessage(app.services, { email: 'aline@example.rw' })
  const by = { author_id: null, author_name: 'Keza', created_at: app.services.now().toISOString() }
  const text = `A friend of ${email}`
  await app.services.database
    .insertInto('contact_notes')
    .values(Array.from({ length: count }, () => ({ message_id, text, ...by })))
    .execute()
}

test('every text is counted once, also by two processes at once', async () => {
  await createNotes(12)
  const id = await start()
  await Promise.all([run(id), run(id)])
  expect(await counts()).toMatchObject({ texts: 12 })
})

test('a text that nobody can read is counted once, however often it is looked at', async () => {
  const { database, now } = app.services
  const sent = { recipient: 'aline@example.rw', subject: 'Hello', parts: ['Hello'] }
  await putInOutbox(database, sent, now().toISOString())
  const parts = `["${email}`
  await database.updateTable('outbox').set({ sent_at: now().toISOString(), parts }).execute()
  await run(await start())
  app.advanceS(11 * 60)
  await continueErasures(erasedKinds)(app.services)
  expect(await counts()).toEqual({ unreadable: 1 })
})

onPostgres(
  'an email is not found by a recipient whom another erasure replaces at the same time',
  async () => {
    const { database, now } = app.services
    const sent = { recipient: 'eric@example.rw', subject: 'Hello', parts: [`Ask ${email}.`] }
    await putInOutbox(database, sent, now().toISOString())
    await database.updateTable('outbox').set({ sent_at: now().toISOString() }).execute()
    const id = await start()
    const another = { recipient: 'Erased person X', subject: 'Erased' }
    await holdWhile(
      app,
      (held) =>
        held
          .updateTable('outbox')
          .set({ ...another, search_text: searchedIn(another), body: '', parts: '' })
          .execute(),
      [() => run(id)],
    )
    const { search_text } = await database
      .selectFrom('outbox')
      .select('search_text')
      .executeTakeFirstOrThrow()
    expect(search_text).toBe(searchedIn(another))
  },
)

onPostgres('of two people in one text who are erased at the same time, neither stays', async () => {
  await createNotes(1)
  const id = await start()
  const { database } = app.services
  await holdWhile(
    app,
    (held) =>
      held
        .updateTable('contact_notes')
        .set({ text: `A friend of ${email} and Erased person X` })
        .execute(),
    [() => run(id)],
  )
  const { text } = await database
    .selectFrom('contact_notes')
    .select('text')
    .executeTakeFirstOrThrow()
  expect(text).toMatch(/^A friend of Erased person \w{8} and Erased person X$/)
})
