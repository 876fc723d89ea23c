import { afterEach, beforeEach, expect } from 'vitest'
import { erasedKinds } from '#api/router.ts'
import { followPurpose } from '#features/comments/server/answer-email.ts'
import { attemptErasure, startErasure } from '#features/personal-data/server/erase.ts'
import { dropUnsentEmails, putInOutbox, retryFailedEmails } from '#platform/mail/outbox.ts'
import { withholdList } from '#platform/mail/withhold.ts'
import { signId } from '#platform/security/signed-id.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createEvent } from '#seed/factories/events.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createRegistrations } from '#seed/factories/registrations.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { onPostgres } from '../engines.ts'
import { closeCircle, holdWhile } from '../lock-waits.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

const post = (path: string, json: object) =>
  app.json(`/api/admin/${path}`, { method: 'POST', token, json })

/** Stores two failed emails of the list to one address: the row of the first lies behind that of the second. */
async function createFailedEmails() {
  const { database, now } = app.services
  const list = { unsubscribe_link: 'https://huza.example/stop', list_key: '' }
  const email = { recipient: 'aline@example.rw', subject: 'News', parts: [], ...list }
  const at = now().toISOString()
  const first = await putInOutbox(database, email, at)
  const second = await putInOutbox(database, email, at)
  await database.updateTable('outbox').set({ next_try_at: null, attempts: 7 }).execute()
  const changeFirst = (by: typeof database) =>
    by.updateTable('outbox').set({ last_error: 'Refused' }).where('id', '=', first).execute()
  await changeFirst(database)
  const withhold = () =>
    database.transaction().execute((transaction) => withholdList(transaction, email.recipient))
  return { ids: [first, second], changeFirst, withhold }
}

onPostgres('failed emails are retried while their recipient leaves the list', async () => {
  const { changeFirst, withhold } = await createFailedEmails()
  const retry = () => retryFailedEmails(app.services)
  const [, retried] = await holdWhile(app, changeFirst, [withhold, retry])
  expect(retried).toBe(0)
})

onPostgres(
  'failed emails are retried although a decision withholds some in another order',
  async () => {
    await app[Symbol.asyncDispose]()
    app = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
    token = await app.signIn('ADMIN')
    const { database } = app.services
    const { ids } = await createFailedEmails()
    const [first, second] = ids as [number, number]
    const deciding = await database.startTransaction().execute()
    await dropUnsentEmails(deciding, app.services, [second])
    const retrying = post('outbox/retry/', {})
    // The retry has the first, and waits for the second.
    await closeCircle(deciding, () => dropUnsentEmails(deciding, app.services, [first]), 'rollback')
    expect(await retrying).toMatchObject({ status: 200, body: { retried: 2 } })
  },
)

onPostgres('emails are taken back while their recipient leaves the list', async () => {
  const { ids, changeFirst, withhold } = await createFailedEmails()
  const { database } = app.services
  const drop = () =>
    database
      .transaction()
      .execute((transaction) => dropUnsentEmails(transaction, app.services, ids))
  const [, dropped] = await holdWhile(app, changeFirst, [withhold, drop])
  expect(dropped).toEqual(ids)
})

onPostgres('a person is erased while they leave the list', async () => {
  const { services } = app
  const { changeFirst, withhold } = await createFailedEmails()
  const subject = { email_key: 'aline@example.rw', testimonial_ids: [] }
  const id = await startErasure(services, subject, { clientIp: '' })
  await holdWhile(app, changeFirst, [withhold, () => attemptErasure(services, erasedKinds, id)])
  const left = () => services.database.selectFrom('outbox').select('recipient').execute()
  expect(await left()).toEqual([])
  const erasure = services.database.selectFrom('erasures').select('last_error')
  expect(await erasure.execute()).toEqual([{ last_error: '' }])
})

onPostgres('whoever is registered gets no email after that of the cancellation', async () => {
  const event = await createEvent(app.services)
  const [registration] = await createRegistrations(app.services, event, [{}])
  const [response] = await holdWhile(
    app,
    (held) =>
      held
        .updateTable('events')
        .set({ cancelled_at: '2026-03-02T08:00:00.000Z' })
        .where('id', '=', event)
        .execute(),
    [() => post(`event-registrations/${registration}/resend/`, {})],
  )
  expect([response.status, response.body.detail]).toEqual([
    409,
    'This event is cancelled. They have been told.',
  ])
  expect(await app.services.database.selectFrom('outbox').select('id').execute()).toEqual([])
})

onPostgres('who stops emails about answers does not hold up that their comment goes', async () => {
  const { database, now } = app.services
  const at = now().toISOString()
  const id = await createComment(app.services, await createArticle(app.services))
  const email = 'aline@example.rw'
  const asked = { comment_id: id, thread_id: id, email, email_key: email, consent_version: '' }
  const follower = await database
    .insertInto('comment_followers')
    .values({ ...asked, created_at: at, confirmed_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const list = { unsubscribe_link: 'https://huza.example/stop', list_key: `comment-${id}` }
  await putInOutbox(database, { recipient: email, subject: 'Answers', parts: [], ...list }, at)
  const json = { token: signId(app.services, followPurpose, follower.id) }
  const responses = await holdWhile(
    app,
    (held) => held.updateTable('outbox').set({ body: '' }).execute(),
    [
      () => app.json(`/api/admin/comments/${id}/`, { method: 'DELETE', token }),
      () => app.json('/api/website/comment-answers/stop/', { method: 'POST', json }),
    ],
  )
  expect(responses.map(({ status }) => status)).toEqual([204, 200])
  expect(await database.selectFrom('outbox').select('id').execute()).toEqual([])
})
