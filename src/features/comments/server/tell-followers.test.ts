import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import type { TestApp } from '#testing/app.ts'
import { aline, startFollowing, tokenIn } from '#testing/following.ts'
import { removeOldFollowers } from './followers.ts'
import { emailAnswers } from './tell-followers.ts'

let app: TestApp
let site: Awaited<ReturnType<typeof startFollowing>>
beforeEach(async () => {
  site = await startFollowing()
  app = site.app
})
afterEach(() => site[Symbol.asyncDispose]())

test('an answer is told with a link, one-click unsubscribing and a list of its own', async () => {
  const { id, token } = await site.followed()
  await site.reply(id, { message: 'Three months, see evil.example/login.' })
  await site.tell()
  await sendDueEmails(app.services, site.mail.mailer)
  const [email] = await site.answers()
  expect(email).toMatchObject({
    recipient: 'aline@example.rw',
    subject: 'There is an answer below “Why Kigali”',
  })
  expect(email?.body).toMatch(/^Dear Aline,\n/)
  expect(email?.body).toContain(`https://huza.example/insights/why-kigali#comment-${id}`)
  expect(email?.body).toContain('> Three months')
  const text = site.mail.received.at(-1)?.text.replace(/\r\n\s+/g, ' ') ?? ''
  expect(text).toContain(`<comment-${id}.huza.example>`)
  expect(text).not.toContain('newsletter')
  expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(email?.unsubscribe_link).toContain(token)
})

test('no email, and no answer of the API, shows the address of another visitor', async () => {
  const { id } = await site.followed()
  await site.reply(id)
  await site.tell()
  const [answer, ...more] = await site.answers()
  expect(more).toEqual([])
  expect(answer?.body).not.toContain('eric@')
  const shown = await app.json(`/api/website/news/${site.article}/comments/`)
  expect(JSON.stringify(shown.body)).not.toContain('@')
})

test('a comment brings one email an hour at most, with all answers of that hour', async () => {
  const { id } = await site.followed()
  await site.reply(id)
  await site.tell()
  await site.reply(id, { message: 'And it begins in May.' })
  await site.reply(id, { message: 'It is in Kigali.', email: 'keza@example.rw' })
  await site.tell()
  expect(await site.answers()).toHaveLength(1)
  app.advanceS(60 * 60)
  await Promise.all([site.tell(), site.tell()])
  const [, second, ...more] = await site.answers()
  expect(more).toEqual([])
  expect(second?.body).toContain('And it begins in May.')
  expect(second?.body).toContain('It is in Kigali.')
  app.advanceS(2 * 60 * 60)
  await site.tell()
  expect(await site.answers()).toHaveLength(2)
})

test('of many answers the latest three are quoted', async () => {
  const { id } = await site.followed()
  for (const message of ['The first.', 'The second.', 'The third.', 'The fourth.']) {
    await site.reply(id, { message })
  }
  await site.tell()
  const [email] = await site.answers()
  expect(email?.body.match(/The \w+\./g)).toEqual(['The second.', 'The third.', 'The fourth.'])
})

test('nobody is told of their own answers, and each of several followers is told of the others', async () => {
  const { id } = await site.followed()
  const { body } = await site.reply(id, { notify: true })
  await site.call('confirm', tokenIn((await site.written()).at(-1)?.body))
  await site.tell()
  expect((await site.answers()).map(({ recipient }) => recipient)).toEqual(['aline@example.rw'])
  app.advanceS(60 * 60)
  await site.reply(body.parent, { ...aline, message: 'Thank you, that helps.' })
  await site.tell()
  const recipients = (await site.answers()).map(({ recipient }) => recipient)
  expect(recipients).toEqual(['aline@example.rw', 'eric@example.rw'])
})

test('a comment whose answers cannot be told of keeps no other waiting', async () => {
  for (const message of ['How long does a cohort take?', 'Where are the lessons held?']) {
    const { id } = await site.followed({ message })
    await site.reply(id)
  }
  vi.spyOn(app.services.log, 'error').mockImplementation(() => {})
  const readSettings = vi
    .fn(app.services.readSettings)
    .mockRejectedValueOnce(new Error('These settings cannot be read'))
  await emailAnswers({ ...app.services, readSettings })
  expect(await site.answers()).toHaveLength(1)
  await site.tell()
  expect(await site.answers()).toHaveLength(2)
})

test('spam, held and rejected answers mail nobody; an approved one does, once', async () => {
  const editor = () => app.signIn('EDITOR')
  const decide = async (ids: number[], action: string) =>
    app.json('/api/admin/comments/batch/', {
      method: 'PATCH',
      token: await editor(),
      json: { comment_ids: ids, action },
    })
  const { id } = await site.followed()
  await site.reply(id, { website: 'https://spam.example' })
  const links = 'See http://a.example http://b.example http://c.example'
  const held = (await site.reply(id, { message: links })).body
  const shown = (await site.reply(id)).body
  expect([held.is_held, shown.is_held]).toEqual([true, false])
  await decide([shown.id], 'reject')
  await site.tell()
  expect(await site.answers()).toEqual([])
  await decide([shown.id], 'approve')
  await site.tell()
  app.advanceS(60 * 60)
  await decide([shown.id], 'reject')
  await decide([shown.id], 'approve')
  await site.tell()
  expect(await site.answers()).toHaveLength(1)
  expect((await site.answers())[0]?.body).not.toContain('b.example')
  await decide([held.id], 'approve')
  app.advanceS(60 * 60)
  await site.tell()
  expect(await site.answers()).toHaveLength(2)
})

/** Approves one comment, as the editor does who comes to it. */
async function approve(id: number) {
  const token = await app.signIn('EDITOR')
  const path = `/api/admin/comments/${id}/approve/`
  expect((await app.json(path, { method: 'PATCH', token })).status).toBe(200)
  return token
}

test('an answer that was told while it waited is not told again when it is approved after a month', async () => {
  const { id } = await site.followed()
  const { body } = await site.reply(id)
  const later = (
    await site.reply(id, { message: 'See http://a.example http://b.example http://c.example' })
  ).body
  expect([body.is_held, later.is_held]).toEqual([false, true])
  await site.tell()
  app.advanceS(31 * 24 * 60 * 60)
  await removeOldFollowers(app.services)
  const token = await approve(body.id)
  await site.tell()
  expect(await site.answers()).toHaveLength(1)
  const { database } = app.services
  const decisions = database.selectFrom('comment_decisions').select('id')
  const decision = await decisions.executeTakeFirstOrThrow()
  const undo = `/api/admin/comments/decisions/${decision.id}/undo/`
  expect((await app.json(undo, { method: 'POST', token })).status).toBe(200)
  await site.tell()
  expect(await site.answers()).toHaveLength(1)
  await approve(later.id)
  await site.tell()
  expect(await site.answers()).toHaveLength(2)
})

test('an answer that was told is not told again when its deletion is undone and it is approved', async () => {
  const { id } = await site.followed()
  const { body } = await site.reply(id)
  await site.tell()
  await sendDueEmails(app.services, site.mail.mailer)
  const token = await app.signIn('EDITOR')
  const path = `/api/admin/comments/${body.id}/`
  expect((await app.json(path, { method: 'DELETE', token })).status).toBe(204)
  const { database } = app.services
  const { id: entry } = await database.selectFrom('trash').select('id').executeTakeFirstOrThrow()
  const restore = `/api/admin/trash/${entry}/restore/`
  expect((await app.json(restore, { method: 'POST', token })).status).toBe(200)
  await approve(body.id)
  app.advanceS(60 * 60)
  await site.tell()
  expect(await site.answers()).toHaveLength(1)
})

test('an answer of before anybody confirmed is told when it is approved', async () => {
  const { body } = await site.comment()
  const question = (await site.written()).at(-1)?.body
  const answer = (await site.reply(body.id)).body
  await site.call('confirm', tokenIn(question))
  await site.tell()
  expect(await site.answers()).toEqual([])
  await approve(answer.id)
  await site.tell()
  expect(await site.answers()).toHaveLength(1)
})

test('the answer of the company is told as ours', async () => {
  const { id } = await site.followed()
  await app.json(`/api/admin/comments/${id}/reply/`, {
    method: 'POST',
    token: await app.signIn('EDITOR'),
    json: { message: 'Three months.' },
  })
  await site.tell()
  expect((await site.answers())[0]?.body).toContain('We answered:\n> Three months.')
})

test('what is hidden for a while is told of once it is shown again', async () => {
  const { id } = await site.followed()
  await site.reply(id)
  const moderator = await app.signIn('EDITOR')
  const decide = (decision: string) =>
    app.json(`/api/admin/comments/${id}/${decision}/`, { method: 'PATCH', token: moderator })
  expect((await decide('reject')).status).toBe(200)
  await site.tell()
  expect(await site.answers()).toEqual([])
  expect((await decide('approve')).status).toBe(200)
  await site.tell()
  expect(await site.answers()).toHaveLength(1)
})

test('nobody is told below an article that is not shown any more', async () => {
  const { id } = await site.followed()
  await site.reply(id)
  const archived_at = app.services.now().toISOString()
  await app.services.database.updateTable('articles').set({ archived_at }).execute()
  await site.tell()
  expect(await site.answers()).toEqual([])
})

test('an article that is deleted takes its unsent emails along', async () => {
  const { id } = await site.followed()
  await site.reply(id)
  await site.tell()
  expect(await site.answers()).toHaveLength(1)
  const token = await app.signIn('EDITOR')
  const path = `/api/dashboard/news/${site.article}/`
  expect((await app.json(path, { method: 'DELETE', token })).status).toBe(204)
  expect(await site.answers()).toEqual([])
})
