import { afterEach, beforeEach, expect } from 'vitest'
import { forgetNetworks } from '#features/comments/server/forget-networks.ts'
import { lockComments } from '#features/comments/server/lock-comments.ts'
import { consumeLimit, removeExpiredLimits } from '#platform/http/limits.ts'
import { createUser, signInAs, testPassword } from '#seed/factories/accounts.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { onPostgres } from '../engines.ts'
import { countLockWaits, holdWhile } from '../lock-waits.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN', { name: 'Diane Keza' })
})
afterEach(() => app[Symbol.asyncDispose]())

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
    const responses = await holdWhile(
      app,
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
  await expect.poll(() => countLockWaits(app.services.database)).toBe(1)
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
  const responses = await holdWhile(
    app,
    (held) =>
      held.updateTable('contact_messages').set({ search_text: '' }).where('id', '=', one).execute(),
    [() => batch('mark_read'), () => batch('delete')],
  )
  expect(responses.map(({ status, body }) => [status, body.succeeded])).toEqual([
    [200, [one, two]],
    [200, [one, two]],
  ])
})

onPostgres('limits that a transaction counts are not waited for by the upkeep', async () => {
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

onPostgres('a message is not given to a user who is deleted at the same time', async () => {
  const message = await createMessage(app.services)
  const owner = await createUser(app.services, { role: 'RECRUITER' })
  const other = await createMessage(app.services)
  const json = { owner: owner.id }
  const [one, batch, deleted] = await holdWhile(
    app,
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
  const [marked, deleted] = await holdWhile(
    app,
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
  const [response] = await holdWhile(
    app,
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
  const [response] = await holdWhile(
    app,
    (held) =>
      held.updateTable('users').set({ role: 'EDITOR' }).where('id', '=', former.id).execute(),
    [() => post('users/', json, by)],
  )
  expect(response.status).toBe(403)
})
