import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import type { TestApp } from '#testing/app.ts'
import { aline, eric, startFollowing, tokenIn } from '#testing/following.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof startFollowing>>
beforeEach(async () => {
  site = await startFollowing()
  app = site.app
})
afterEach(() => site[Symbol.asyncDispose]())

test('an answer that is deleted before it was told of stands in no email, and the others do', async () => {
  const token = await app.signIn('EDITOR')
  const remove = (id: number) => app.json(`/api/admin/comments/${id}/`, { method: 'DELETE', token })
  const [one, two] = [
    await site.followed(),
    await site.followed({ message: 'And what does it cost?' }),
  ]
  const bad = (await site.reply(one.id, { message: 'Buy pills.' })).body.id
  await site.reply(one.id, { message: 'Three months.' })
  const only = (await site.reply(two.id, { message: 'Buy more pills.' })).body.id
  await site.tell()
  expect(await site.answers()).toHaveLength(2)
  await remove(bad)
  const [left, other] = await site.answers()
  expect(left?.body).toContain('> Three months.')
  expect(left?.body).not.toContain('pills')
  expect(other?.body).toContain('> Buy more pills.')
  await remove(only)
  expect(await site.answers()).toEqual([left])
  await sendDueEmails(app.services, site.mail.mailer)
  expect(site.mail.received.at(-1)?.text).not.toContain('pills')
})

test('an answer is told of after an undone deletion, unless somebody was told already', async () => {
  const { id } = await site.followed()
  const reply = (await site.reply(id, { message: 'Three months.' })).body.id
  async function removeAndUndo() {
    const token = await app.signIn('EDITOR')
    await app.json(`/api/admin/comments/${reply}/`, { method: 'DELETE', token })
    const left = await site.answers()
    const json = { kind: 'comment', row_ids: [String(reply)] }
    const undone = await app.json('/api/admin/trash/undo/', { method: 'POST', token, json })
    expect(undone.body.succeeded).toEqual([String(reply)])
    app.advanceS(60 * 60)
    await site.tell()
    return left
  }
  await site.tell()
  expect(await removeAndUndo()).toEqual([])
  expect((await site.answers()).map(({ recipient }) => recipient)).toEqual([aline.email])
  await sendDueEmails(app.services, site.mail.mailer)
  expect(await removeAndUndo()).toHaveLength(1)
  expect(await site.answers()).toHaveLength(1)
})

test('an answer that is deleted takes no other along that begins with the same words', async () => {
  const token = await app.signIn('EDITOR')
  const comment = await site.followed()
  const long = 'Three months, '.repeat(40)
  const { id } = (await site.reply(comment.id, { message: `${long}mornings.` })).body
  await site.reply(comment.id, { message: `${long}evenings.` })
  await site.tell()
  const quotes = async () => (await site.answers())[0]?.body.match(/Eric Mugisha:/g)
  expect(await quotes()).toHaveLength(2)
  await app.json(`/api/admin/comments/${id}/`, { method: 'DELETE', token })
  expect(await quotes()).toHaveLength(1)
})

test('the answers that an email had no room for take the place of those that are deleted', async () => {
  const token = await app.signIn('EDITOR')
  const comment = await site.followed()
  const messages = [
    'Buy pills.',
    'Buy more pills.',
    'Pills for all.',
    'Three months.',
    'In Kigali.',
  ]
  const ids: number[] = []
  for (const message of messages) ids.push((await site.reply(comment.id, { message })).body.id)
  await site.tell()
  const comment_ids = ids.slice(0, 3)
  const json = { comment_ids, action: 'delete' }
  const path = '/api/admin/comments/batch/'
  const { body } = await app.json(path, { method: 'PATCH', token, json })
  expect(body.succeeded).toEqual(comment_ids)
  const [email] = await site.answers()
  expect(email?.body.match(/^> .*[.!]$/gm)).toEqual(['> Three months.', '> In Kigali.'])
  expect(await site.answers()).toHaveLength(1)
})

test('whose own comment is deleted gets no email about the answers to it', async () => {
  const token = await app.signIn('EDITOR')
  const { id } = await site.followed()
  const own = await site.reply(id, { name: 'Keza', email: 'keza@example.rw', notify: true })
  const question = (await site.written()).at(-1)?.body
  await site.call('confirm', tokenIn(question))
  await site.reply(id, { message: 'Three months.' })
  await site.tell()
  expect((await site.answers()).map(({ recipient }) => recipient)).toContain('keza@example.rw')
  await app.json(`/api/admin/comments/${own.body.id}/`, { method: 'DELETE', token })
  expect((await site.answers()).map(({ recipient }) => recipient)).toEqual([aline.email])
})

test('no email tells of answers to a comment that is deleted or erased', async () => {
  const token = await app.signIn('ADMIN')
  const [one, two] = [
    await site.followed(),
    await site.followed({ message: 'And what does it cost?' }),
  ]
  await site.reply(one.id)
  await site.reply(two.id, { message: 'Mine alone.' })
  await site.tell()
  await app.json(`/api/admin/comments/${one.id}/`, { method: 'DELETE', token })
  expect((await site.answers()).map(({ list_key }) => list_key)).toEqual([`comment-${two.id}`])
  const json = { email: eric.email, confirmation: eric.email }
  await app.json('/api/admin/personal-data/erase/', { method: 'POST', token, json })
  expect(await site.answers()).toEqual([])
})

test('an email that was sent about an answer says nothing of it once that is erased', async () => {
  const { id } = await site.followed()
  await site.reply(id, { message: 'Mine alone.' })
  await site.tell()
  await sendDueEmails(app.services, site.mail.mailer)
  app.advanceS(60 * 60)
  await site.reply(id, { name: 'Keza', email: 'keza@example.rw', message: 'Three months.' })
  await site.tell()
  await sendDueEmails(app.services, site.mail.mailer)
  const [, other] = await site.answers()
  const token = await app.signIn('ADMIN')
  const json = { email: eric.email, confirmation: eric.email }
  const path = '/api/admin/personal-data/erase/'
  expect((await app.json(path, { method: 'POST', token, json })).status).toBe(200)
  expect(await site.answers()).toMatchObject([{ recipient: aline.email, body: '' }, other])
  const { database } = app.services
  const parts = await database.selectFrom('outbox').select('parts').execute()
  expect(JSON.stringify(parts)).not.toContain('Mine alone')
})
