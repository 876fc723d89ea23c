import { afterEach, beforeEach, expect } from 'vitest'
import { erasedKinds } from '#api/router.ts'
import { followPurpose } from '#features/comments/server/answer-email.ts'
import { forgetNetworks } from '#features/comments/server/forget-networks.ts'
import { lockComments } from '#features/comments/server/lock-comments.ts'
import { attemptErasure, startErasure } from '#features/personal-data/server/erase.ts'
import { consumeLimit, removeExpiredLimits } from '#platform/http/limits.ts'
import { dropUnsentEmails, putInOutbox, retryFailedEmails } from '#platform/mail/outbox.ts'
import { withholdIssues } from '#platform/mail/withhold.ts'
import { signId } from '#platform/security/signed-id.ts'
import { createUser, signInAs, testPassword } from '#seed/factories/accounts.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createEvent } from '#seed/factories/events.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { createArticle } from '#seed/factories/news.ts'
import { createRegistrations } from '#seed/factories/registrations.ts'
import { onPostgres } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { countLockWaits, holdWhile, type WhileHeld } from '../lock-waits.ts'

/** On SQLite no two transactions are open at once in a process. */

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

const countWaiting = () => countLockWaits(app.services.database)
const whileHeld: WhileHeld = (hold, works, end) =>
  holdWhile(app.services.database, hold, works, end)

const patch = (path: string, json: object, by = token) =>
  app.json(`/api/admin/${path}`, { method: 'PATCH', token: by, json })
const post = (path: string, json: object, by = token) =>
  app.json(`/api/admin/${path}`, { method: 'POST', token: by, json })

onPostgres(
  'two imports of the same addresses in another order do not wait for each other',
  async () => {
    const runImport = (...emails: string[]) => {
      const body = new FormData()
      body.append('file', new File([['Email', ...emails].join('\n')], 'list.csv'))
      body.append('consent_place', 'Job fair in Huye')
      body.append('consent_day', '2026-02-27')
      return app.json('/api/admin/subscribers/import/', { method: 'POST', token, body })
    }
    const [a, b, c] = ['a@example.rw', 'b@example.rw', 'c@example.rw']
    const at = '2026-03-02T08:00:00.000Z'
    const responses = await whileHeld(
      (held) =>
        held
          .insertInto('subscribers')
          .values({
            email: b,
            email_key: b,
            unsubscribed_at: null,
            created_at: at,
            updated_at: at,
            consent_place: '',
            consent_day: null,
            consent_by: '',
          })
          .execute(),
      [() => runImport(c, b, a), () => runImport(a, b, c)],
      'rollback',
    )
    const added = responses.map(({ status, body }) => [status, body.counts?.added])
    expect(added.sort()).toEqual([
      [200, 0],
      [200, 3],
    ])
  },
)

onPostgres('forgetting the networks of comments waits for decisions on them', async () => {
  const article = await createArticle(app.services)
  const old = { created_at: '2026-01-02T08:00:00.000Z', network_key: 'network' }
  const id = await createComment(app.services, article, old)
  const { database } = app.services
  const deciding = await database.startTransaction().execute()
  await lockComments(deciding, [{ id }])
  const forgetting = forgetNetworks(app.services)
  await expect.poll(countWaiting).toBe(1)
  await deciding.commit().execute()
  await forgetting
  const rows = await database.selectFrom('comments').select('network_key').execute()
  expect(rows).toEqual([{ network_key: '' }])
})

onPostgres('messages are deleted and marked at once in the same order', async () => {
  const [one, two] = [await createMessage(app.services), await createMessage(app.services)]
  // Its row is behind the other one from now on.
  await patch(`contacts/${one}/status/`, { status: 'SPAM' })
  const batch = (action: string) => patch('contacts/batch/', { contact_ids: [one, two], action })
  const responses = await whileHeld(
    (held) =>
      held.updateTable('contact_messages').set({ search_text: '' }).where('id', '=', one).execute(),
    [() => batch('mark_read'), () => batch('delete')],
  )
  expect(responses.map(({ status, body }) => [status, body.succeeded])).toEqual([
    [200, [one, two]],
    [200, [one, two]],
  ])
})

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
    database.transaction().execute((transaction) => withholdIssues(transaction, email.recipient))
  return { ids: [first, second], changeFirst, withhold }
}

onPostgres('failed emails are retried while their recipient leaves the list', async () => {
  const { changeFirst, withhold } = await createFailedEmails()
  const retry = () => retryFailedEmails(app.services)
  const [, retried] = await whileHeld(changeFirst, [withhold, retry])
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
    await dropUnsentEmails(deciding, [second])
    const retrying = post('outbox/retry/', {})
    await expect.poll(countWaiting).toBe(1)
    // The retry has the first, and waits for the second. It has waited longer, so it is the one that is ended.
    await dropUnsentEmails(deciding, [first])
    await deciding.rollback().execute()
    expect(await retrying).toMatchObject({ status: 200, body: { retried: 2 } })
  },
)

onPostgres('emails are taken back while their recipient leaves the list', async () => {
  const { ids, changeFirst, withhold } = await createFailedEmails()
  const { database } = app.services
  const drop = () =>
    database.transaction().execute((transaction) => dropUnsentEmails(transaction, ids))
  const [, dropped] = await whileHeld(changeFirst, [withhold, drop])
  expect(dropped).toEqual(ids)
})

onPostgres('a person is erased while they leave the list', async () => {
  const { services } = app
  const { changeFirst, withhold } = await createFailedEmails()
  const subject = { email_key: 'aline@example.rw', testimonial_ids: [] }
  const id = await startErasure(services, subject, { clientIp: '' })
  await whileHeld(changeFirst, [withhold, () => attemptErasure(services, erasedKinds, id)])
  const left = () => services.database.selectFrom('outbox').select('recipient').execute()
  expect(await left()).toEqual([])
  const erasure = services.database.selectFrom('erasures').select('last_error')
  expect(await erasure.execute()).toEqual([{ last_error: '' }])
})

onPostgres('limits that a transaction counts are not waited for by the clean-up', async () => {
  const { database, now } = app.services
  const count = (key: string, by: Parameters<typeof consumeLimit>[0] = database) =>
    consumeLimit(by, key, { calls: 1, seconds: 60 }, now())
  await count('one')
  await count('two')
  app.advanceS(61)
  const counting = await database.startTransaction().execute()
  expect(await count('two', counting)).toBeNull()
  await removeExpiredLimits(database, now())
  expect(await count('one', counting)).toBeNull()
  await counting.commit().execute()
  expect(await database.selectFrom('limits').select('key').orderBy('key').execute()).toEqual([
    { key: 'one' },
    { key: 'two' },
  ])
})

onPostgres('whoever is registered gets no email after that of the cancellation', async () => {
  const event = await createEvent(app.services)
  const [registration] = await createRegistrations(app.services, event, [{}])
  const [response] = await whileHeld(
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

onPostgres('a message is not given to a user who is deleted at the same time', async () => {
  const message = await createMessage(app.services)
  const owner = await createUser(app.services, { role: 'RECRUITER' })
  const other = await createMessage(app.services)
  const json = { owner: owner.id }
  const [one, batch, deleted] = await whileHeld(
    (held) =>
      held
        .updateTable('contact_messages')
        .set({ search_text: '' })
        .where('id', 'in', [message, other])
        .execute(),
    [
      () => patch(`contacts/${message}/owner/`, json),
      () => patch('contacts/batch/', { contact_ids: [other], action: 'assign', ...json }),
      () => app.json(`/api/admin/users/${owner.id}/`, { method: 'DELETE', token }),
    ],
  )
  expect([one.status, batch.status, deleted.status]).toEqual([200, 200, 204])
  const rows = await app.services.database
    .selectFrom('contact_messages')
    .select('owner_id')
    .execute()
  expect(rows).toEqual([{ owner_id: null }, { owner_id: null }])
})

onPostgres('messages are marked while their owner is deleted', async () => {
  const owner = await createUser(app.services, { role: 'RECRUITER' })
  const later = { created_at: '2026-03-02T09:00:00.000Z' }
  const [one, two] = [await createMessage(app.services, later), await createMessage(app.services)]
  // Its row is behind the other one from now on.
  for (const id of [two, one]) await patch(`contacts/${id}/owner/`, { owner: owner.id })
  const [marked, deleted] = await whileHeld(
    (held) =>
      held.updateTable('contact_messages').set({ search_text: '' }).where('id', '=', one).execute(),
    [
      () => patch('contacts/batch/', { contact_ids: [one, two], action: 'mark_read' }),
      () => app.json(`/api/admin/users/${owner.id}/`, { method: 'DELETE', token }),
    ],
  )
  expect([marked.status, deleted.status]).toEqual([200, 204])
})

onPostgres('a note on a message that is deleted at the same time is refused', async () => {
  const message = await createMessage(app.services)
  const [response] = await whileHeld(
    (held) => held.deleteFrom('contact_messages').where('id', '=', message).execute(),
    [() => post(`contacts/${message}/notes/`, { text: 'Called her.' })],
  )
  expect(response.status).toBe(404)
})

onPostgres('whoever is an administrator no more creates no users', async () => {
  const former = await createUser(app.services, { role: 'ADMIN' })
  const by = await signInAs(app.services, former)
  const json = {
    email: 'new@huza.example',
    name: 'New',
    role: 'EDITOR',
    password: 'a password that nobody guesses',
    current_password: testPassword,
  }
  const [response] = await whileHeld(
    (held) =>
      held.updateTable('users').set({ role: 'EDITOR' }).where('id', '=', former.id).execute(),
    [() => post('users/', json, by)],
  )
  expect(response.status).toBe(403)
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
  const responses = await whileHeld(
    (held) => held.updateTable('outbox').set({ body: '' }).execute(),
    [
      () => app.json(`/api/admin/comments/${id}/`, { method: 'DELETE', token }),
      () => app.json('/api/website/comment-answers/stop/', { method: 'POST', json }),
    ],
  )
  expect(responses.map(({ status }) => status)).toEqual([204, 200])
  expect(await database.selectFrom('outbox').select('id').execute()).toEqual([])
})
