import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import { withholdList } from '#platform/mail/withhold.ts'
import { createComment } from '#seed/factories/comments.ts'
import type { TestApp } from '#testing/app.ts'
import { aline, eric, startFollowing, tokenIn } from '#testing/following.ts'
import { startTestPages } from '#testing/pages.ts'
import { useUpEmails } from '#testing/used-up-emails.ts'
import { removeOldFollowers } from './followers.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof startFollowing>>
beforeEach(async () => {
  site = await startFollowing()
  app = site.app
})
afterEach(() => site[Symbol.asyncDispose]())

test('who ticks the box confirms it first, by a link whose page changes nothing', async () => {
  const { status, body } = await site.comment()
  expect([status, Object.keys(body).sort()]).toEqual([
    201,
    ['created_at', 'id', 'is_company', 'is_held', 'latest_reply', 'message', 'name', 'parent'],
  ])
  await site.reply(body.id)
  await site.tell()
  const [asked, ...more] = await site.written()
  expect(more).toEqual([])
  expect(asked).toMatchObject({ recipient: 'aline@example.rw', list_key: '' })
  expect(asked?.body).toMatch(/^Hello,\n/)
  expect(asked?.body).not.toContain('How long')
  const token = tokenIn(asked?.body)
  const state = { status: 'ASKED', title: 'Why Kigali', slug: 'why-kigali' }
  expect((await site.stateOf(token)).body).toEqual(state)
  expect((await site.stateOf(token)).body).toEqual(state)
  await site.call('confirm', token)
  expect((await site.stateOf(token)).body).toMatchObject({ status: 'CONFIRMED' })
})

test('who is not asked as an address has caused too many emails is asked by their next comment', async () => {
  await useUpEmails(app, '10.1.0.1')
  const { status, body } = await site.comment()
  expect([status, await site.written()]).toEqual([201, []])
  for (const message of ['I mean in Kigali.', 'Or in Huye.']) {
    await site.reply(body.id, { ...aline, message, notify: true })
  }
  expect(await site.written()).toMatchObject([{ recipient: aline.email }])
})

test('who does not tick it is never written to, and the box is true or false', async () => {
  const { body } = await site.comment({ notify: undefined })
  await site.reply(body.id, { notify: false })
  await site.tell()
  expect([await site.written(), await site.followers()]).toEqual([[], []])
  expect((await site.comment({ message: 'Another question?', notify: 'maybe' })).body).toEqual({
    notify: ['Please choose true or false'],
  })
})

test('a comment that is spam asks nobody, and a rejected one is told of nothing', async () => {
  await site.comment({ website: 'https://spam.example' })
  expect([await site.written(), await site.followers()]).toEqual([[], []])
  const { id } = await site.followed({ message: 'What does it cost?' })
  await site.reply(id)
  const { database } = app.services
  await database.updateTable('comments').set({ status: 'REJECTED' }).where('id', '=', id).execute()
  await site.tell()
  expect(await site.answers()).toEqual([])
})

test('who stops it or leaves the newsletter gets no email of that list which waits, and those of others', async () => {
  const [one, two] = [
    await site.followed(),
    await site.followed({ message: 'And what does it cost?' }),
  ]
  await site.reply(one.id)
  await site.reply(two.id)
  await site.tell()
  const { database } = app.services
  const lists = () =>
    database
      .selectFrom('outbox')
      .select(['list_key', 'withheld'])
      .where('list_key', '<>', '')
      .orderBy('id')
      .execute()
  const [ofOne, ofTwo] = [`comment-${one.id}`, `comment-${two.id}`]
  await database.transaction().execute((leaving) => withholdList(leaving, aline.email))
  expect((await lists()).map(({ withheld }) => withheld)).toEqual(['', ''])
  await site.call('stop', one.token)
  expect(await lists()).toEqual([
    { list_key: ofOne, withheld: 'UNSUBSCRIBED' },
    { list_key: ofTwo, withheld: '' },
  ])
  await sendDueEmails(app.services, site.mail.mailer)
  expect(site.mail.received.filter(({ text }) => text.includes(`<${ofOne}.`))).toEqual([])
  expect(site.mail.received.filter(({ text }) => text.includes(`<${ofTwo}.`))).toHaveLength(1)
})

test('one click stops it, and so does deleting the comment, also when that is undone', async () => {
  const one = await site.followed()
  await site.reply(one.id)
  expect((await site.call('stop', one.token)).status).toBe(200)
  expect((await site.call('stop', one.token)).status).toBe(200)
  expect(await site.followers()).toEqual([])
  expect((await site.stateOf(one.token)).status).toBe(410)
  await site.tell()
  expect(await site.answers()).toEqual([])

  const other = await site.followed({ message: 'May I bring a friend?' })
  await site.reply(other.id)
  const token = await app.signIn('ADMIN')
  await app.json(`/api/admin/comments/${other.id}/`, { method: 'DELETE', token })
  await site.tell()
  const { body } = await app.json('/api/admin/trash/', { token })
  const restored = await app.json(`/api/admin/trash/${body.results[0].id}/restore/`, {
    method: 'POST',
    token,
    json: {},
  })
  expect(restored.status).toBe(200)
  await site.reply(other.id)
  await site.tell()
  expect([await site.answers(), await site.followers()]).toEqual([[], []])
})

test('a stranger can mail a mailbox once an hour for a comment, and ten times a day at most', async () => {
  const { body } = await site.comment({ notify: false })
  for (let count = 0; count < 4; count += 1) await site.reply(body.id, { notify: true })
  expect(await site.written()).toHaveLength(1)
  for (let count = 0; count < 12; count += 1) {
    await site.comment({ ...eric, message: `Is this question number ${count}?` })
  }
  expect(await site.written()).toHaveLength(10)
})

test('a confirmed follower is not asked again, and a link that was not signed here does nothing', async () => {
  const { id } = await site.followed()
  app.advanceS(2 * 60 * 60)
  await site.reply(id, { ...aline, notify: true })
  expect(await site.written()).toHaveLength(1)
  for (const token of ['', 'x', `${id}.forged`]) {
    expect((await site.stateOf(token)).status).toBe(400)
    expect((await site.call('confirm', token)).status).toBe(400)
    expect((await site.call('stop', token)).status).toBe(400)
  }
  expect(await site.followers()).toHaveLength(1)
})

test('who does not confirm within a week is forgotten', async () => {
  await site.comment()
  const token = tokenIn((await site.written())[0]?.body)
  app.advanceS(7 * 24 * 60 * 60)
  expect((await site.call('confirm', token)).status).toBe(410)
  await removeOldFollowers(app.services)
  expect(await site.followers()).toEqual([])
})

test('the page behind the link confirms and stops by its buttons, and by a mail program', async () => {
  const comments = await createComment(app.services, site.article)
  await site.reply(comments, { notify: true })
  const token = tokenIn((await site.written())[0]?.body)
  const pages = await startTestPages(app.services)
  const path = `/comments/answers?token=${token}`
  const show = async () => (await pages.request(path)).text()
  const submit = (form: Record<string, string>) =>
    pages.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost' },
      body: new URLSearchParams(form),
    })
  expect(await show()).toContain('Tell me of answers')
  expect((await submit({ intent: 'confirm' })).status).toBe(303)
  expect(await show()).toContain('Stop these emails')
  const oneClick = await submit({ 'List-Unsubscribe': 'One-Click' })
  expect(oneClick.status).toBe(200)
  expect(await site.followers()).toEqual([])
  expect(await show()).toContain('You are told of no more answers.')
  expect((await pages.request('/comments/answers?token=1.a')).status).toBe(200)
})
