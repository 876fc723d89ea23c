import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendDueEmails } from '#platform/mail/send-due-emails.ts'
import { withholdIssues } from '#platform/mail/withhold.ts'
import { issueFormToken } from '#platform/security/spam-check.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createArticle } from '#seed/factories/news.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { startTestPages } from '#testing/pages.ts'
import { tellOfAnswers } from './answers.ts'
import { removeOldFollowers } from './followers.ts'

let app: TestApp
let mail: MailServer
let article: number
beforeEach(async () => {
  app = await startTestApp({ SITE_URL: 'https://huza.example' })
  mail = await startMailServer()
  article = await createArticle(app.services, { title: 'Why Kigali' })
})
afterEach(async () => {
  await mail.stop()
  await app[Symbol.asyncDispose]()
})

let clients = 0
/** Sends a form that was opened a minute ago, from a network of its own. */
function post(path: string, json: object) {
  const form_token = issueFormToken(app.services)
  app.advanceS(60)
  clients += 1
  const clientIp = `10.1.${clients >> 8}.${clients & 255}`
  return app.json(`/api/website/${path}/`, {
    method: 'POST',
    json: { form_token, ...json },
    clientIp,
  })
}
const aline = { name: 'Aline Uwase', email: 'aline@example.rw' }
const eric = { name: 'Eric Mugisha', email: 'eric@example.rw' }
const comment = (more: object = {}) =>
  post('comments', {
    ...{ ...aline, message: 'How long does a cohort take?', news_id: article, notify: true },
    ...more,
  })
let replies = 0
const reply = (to: number, more: object = {}) => {
  replies += 1
  const message = `It takes three months, number ${replies}.`
  return post('reply-comments', { ...eric, message, comment_id: to, ...more })
}
const written = () =>
  app.services.database
    .selectFrom('outbox')
    .select(['recipient', 'subject', 'body', 'unsubscribe_link', 'list_key'])
    .orderBy('id')
    .execute()
const answers = async () => (await written()).filter(({ list_key }) => list_key !== '')
const tell = () => tellOfAnswers(app.services)
const tokenIn = (body = '') => /token=(\S+)/.exec(body)?.[1] ?? ''
const call = (action: 'confirm' | 'stop', token: string) =>
  app.json(`/api/website/comment-answers/${action}/`, { method: 'POST', json: { token } })
const stateOf = (token: string) =>
  app.json(`/api/website/comment-answers/?token=${encodeURIComponent(token)}`)
const followers = () =>
  app.services.database.selectFrom('comment_followers').selectAll().orderBy('id').execute()

/** A comment whose author has confirmed to be told of answers. */
async function followed(more: object = {}) {
  const { body } = await comment(more)
  const token = tokenIn((await written()).at(-1)?.body)
  expect((await call('confirm', token)).status).toBe(200)
  return { id: body.id as number, token }
}

test('who ticks the box confirms it first, by a link whose page changes nothing', async () => {
  const { status, body } = await comment()
  expect([status, Object.keys(body).sort()]).toEqual([
    201,
    ['created_at', 'id', 'is_company', 'is_held', 'latest_reply', 'message', 'name', 'parent'],
  ])
  await reply(body.id)
  await tell()
  const [asked, ...more] = await written()
  expect(more).toEqual([])
  expect(asked).toMatchObject({ recipient: 'aline@example.rw', list_key: '' })
  expect(asked?.body).toMatch(/^Hello,\n/)
  expect(asked?.body).not.toContain('How long')
  const token = tokenIn(asked?.body)
  const state = { status: 'ASKED', title: 'Why Kigali', slug: 'why-kigali' }
  expect((await stateOf(token)).body).toEqual(state)
  expect((await stateOf(token)).body).toEqual(state)
  await call('confirm', token)
  expect((await stateOf(token)).body).toMatchObject({ status: 'CONFIRMED' })
})

test('who does not tick it is never written to, and the box is true or false', async () => {
  const { body } = await comment({ notify: undefined })
  await reply(body.id, { notify: false })
  await tell()
  expect([await written(), await followers()]).toEqual([[], []])
  expect((await comment({ message: 'Another question?', notify: 'maybe' })).body).toEqual({
    notify: ['Please choose true or false'],
  })
})

test('an answer is told with a link, one-click unsubscribing and a list of its own', async () => {
  const { id, token } = await followed()
  await reply(id, { message: 'Three months, see evil.example/login.' })
  await tell()
  await sendDueEmails(app.services, mail.mailer)
  const [email] = await answers()
  expect(email).toMatchObject({
    recipient: 'aline@example.rw',
    subject: 'There is an answer below “Why Kigali”',
  })
  expect(email?.body).toMatch(/^Dear Aline,\n/)
  expect(email?.body).toContain(`https://huza.example/insights/why-kigali#comment-${id}`)
  expect(email?.body).toContain('> Three months')
  const text = mail.received.at(-1)?.text.replace(/\r\n\s+/g, ' ') ?? ''
  expect(text).toContain(`<comment-${id}.huza.example>`)
  expect(text).not.toContain('newsletter')
  expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(email?.unsubscribe_link).toContain(token)
})

test('no email, and no answer of the API, shows the address of another visitor', async () => {
  const { id } = await followed()
  await reply(id)
  await tell()
  for (const { body } of await answers()) expect(body).not.toContain('eric@')
  const shown = await app.json(`/api/website/news/${article}/comments/`)
  expect(JSON.stringify(shown.body)).not.toContain('@')
})

test('a comment brings one email an hour at most, with all answers of that hour', async () => {
  const { id } = await followed()
  await reply(id)
  await tell()
  await reply(id, { message: 'And it begins in May.' })
  await reply(id, { message: 'It is in Kigali.', email: 'keza@example.rw' })
  await tell()
  expect(await answers()).toHaveLength(1)
  app.advanceS(60 * 60)
  await Promise.all([tell(), tell()])
  const [, second, ...more] = await answers()
  expect(more).toEqual([])
  expect(second?.body).toContain('And it begins in May.')
  expect(second?.body).toContain('It is in Kigali.')
  app.advanceS(2 * 60 * 60)
  await tell()
  expect(await answers()).toHaveLength(2)
})

test('nobody is told of their own answers, and each of several followers is told of the others', async () => {
  const { id } = await followed()
  const { body } = await reply(id, { notify: true })
  await call('confirm', tokenIn((await written()).at(-1)?.body))
  await tell()
  expect((await answers()).map(({ recipient }) => recipient)).toEqual(['aline@example.rw'])
  app.advanceS(60 * 60)
  await reply(body.parent, { ...aline, message: 'Thank you, that helps.' })
  await tell()
  const recipients = (await answers()).map(({ recipient }) => recipient)
  expect(recipients).toEqual(['aline@example.rw', 'eric@example.rw'])
})

test('spam, held and rejected answers mail nobody; an approved one does, once', async () => {
  const editor = () => app.signIn('EDITOR')
  const decide = async (ids: number[], action: string) =>
    app.json('/api/admin/comments/batch/', {
      ...{ method: 'PATCH', token: await editor() },
      json: { comment_ids: ids, action },
    })
  const { id } = await followed()
  await reply(id, { website: 'https://spam.example' })
  const links = 'See http://a.example http://b.example http://c.example'
  const held = (await reply(id, { message: links })).body
  const shown = (await reply(id)).body
  expect([held.is_held, shown.is_held]).toEqual([true, false])
  await decide([shown.id], 'reject')
  await tell()
  expect(await answers()).toEqual([])
  await decide([shown.id], 'approve')
  await tell()
  app.advanceS(60 * 60)
  await decide([shown.id], 'reject')
  await decide([shown.id], 'approve')
  await tell()
  expect(await answers()).toHaveLength(1)
  expect((await answers())[0]?.body).not.toContain('b.example')
  await decide([held.id], 'approve')
  app.advanceS(60 * 60)
  await tell()
  expect(await answers()).toHaveLength(2)
})

test('the answer of the company is told as ours', async () => {
  const { id } = await followed()
  await app.json(`/api/admin/comments/${id}/reply/`, {
    ...{ method: 'POST', token: await app.signIn('EDITOR') },
    json: { message: 'Three months.' },
  })
  await tell()
  expect((await answers())[0]?.body).toContain('We answered:\n> Three months.')
})

test('a comment that is spam asks nobody, and a rejected one is told of nothing', async () => {
  await comment({ website: 'https://spam.example' })
  expect([await written(), await followers()]).toEqual([[], []])
  const { id } = await followed({ message: 'What does it cost?' })
  await reply(id)
  const { database } = app.services
  await database.updateTable('comments').set({ status: 'REJECTED' }).where('id', '=', id).execute()
  await tell()
  expect(await answers()).toEqual([])
})

test('who stops it or leaves the newsletter gets no email of that list which waits, and those of others', async () => {
  const [one, two] = [await followed(), await followed({ message: 'And what does it cost?' })]
  await reply(one.id)
  await reply(two.id)
  await tell()
  const { database } = app.services
  const lists = () =>
    database
      .selectFrom('outbox')
      .select(['list_key', 'withheld'])
      .where('list_key', '<>', '')
      .orderBy('id')
      .execute()
  const [ofOne, ofTwo] = [`comment-${one.id}`, `comment-${two.id}`]
  await database.transaction().execute((leaving) => withholdIssues(leaving, aline.email))
  expect((await lists()).map(({ withheld }) => withheld)).toEqual(['', ''])
  await call('stop', one.token)
  expect(await lists()).toEqual([
    { list_key: ofOne, withheld: 'UNSUBSCRIBED' },
    { list_key: ofTwo, withheld: '' },
  ])
  await sendDueEmails(app.services, mail.mailer)
  expect(mail.received.filter(({ text }) => text.includes(`<${ofOne}.`))).toEqual([])
  expect(mail.received.filter(({ text }) => text.includes(`<${ofTwo}.`))).toHaveLength(1)
})

test('one click stops it, and so does deleting the comment, also when that is undone', async () => {
  const one = await followed()
  await reply(one.id)
  expect((await call('stop', one.token)).status).toBe(200)
  expect((await call('stop', one.token)).status).toBe(200)
  expect(await followers()).toEqual([])
  expect((await stateOf(one.token)).status).toBe(410)
  await tell()
  expect(await answers()).toEqual([])

  const other = await followed({ message: 'May I bring a friend?' })
  await reply(other.id)
  const token = await app.signIn('ADMIN')
  await app.json(`/api/admin/comments/${other.id}/`, { method: 'DELETE', token })
  await tell()
  const { body } = await app.json('/api/admin/trash/', { token })
  const restored = await app.json(`/api/admin/trash/${body.results[0].id}/restore/`, {
    ...{ method: 'POST', token, json: {} },
  })
  expect(restored.status).toBe(200)
  await reply(other.id)
  await tell()
  expect([await answers(), await followers()]).toEqual([[], []])
})

test('a stranger can mail a mailbox once an hour for a comment, and ten times a day at most', async () => {
  const { body } = await comment({ notify: false })
  for (let count = 0; count < 4; count += 1) await reply(body.id, { notify: true })
  expect(await written()).toHaveLength(1)
  for (let count = 0; count < 12; count += 1) {
    await comment({ ...eric, message: `Is this question number ${count}?` })
  }
  expect(await written()).toHaveLength(10)
})

test('a confirmed follower is not asked again, and a link that was not signed here does nothing', async () => {
  const { id } = await followed()
  app.advanceS(2 * 60 * 60)
  await reply(id, { ...aline, notify: true })
  expect(await written()).toHaveLength(1)
  for (const token of ['', 'x', `${id}.forged`]) {
    expect((await stateOf(token)).status).toBe(400)
    expect((await call('confirm', token)).status).toBe(400)
    expect((await call('stop', token)).status).toBe(400)
  }
  expect(await followers()).toHaveLength(1)
})

test('who does not confirm within a week is forgotten', async () => {
  await comment()
  const token = tokenIn((await written())[0]?.body)
  app.advanceS(7 * 24 * 60 * 60)
  expect((await call('confirm', token)).status).toBe(410)
  await removeOldFollowers(app.services)
  expect(await followers()).toEqual([])
})

test('what is hidden for a while is told of once it is shown again', async () => {
  const { id } = await followed()
  await reply(id)
  const moderator = await app.signIn('EDITOR')
  const decide = (decision: string) =>
    app.json(`/api/admin/comments/${id}/${decision}/`, { method: 'PATCH', token: moderator })
  expect((await decide('reject')).status).toBe(200)
  await tell()
  expect(await answers()).toEqual([])
  expect((await decide('approve')).status).toBe(200)
  await tell()
  expect(await answers()).toHaveLength(1)
})

test('nobody is told below an article that is not shown any more', async () => {
  const { id } = await followed()
  await reply(id)
  const archived_at = app.services.now().toISOString()
  await app.services.database.updateTable('articles').set({ archived_at }).execute()
  await tell()
  expect(await answers()).toEqual([])
})

test('the page behind the link confirms and stops by its buttons, and by a mail program', async () => {
  const comments = await createComment(app.services, article)
  await reply(comments, { notify: true })
  const token = tokenIn((await written())[0]?.body)
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
  expect(await followers()).toEqual([])
  expect(await show()).toContain('You are told of no more answers.')
  expect((await pages.request('/comments/answers?token=1.a')).status).toBe(200)
})

test('an answer that is deleted before it was told of stands in no email, and the others do', async () => {
  const token = await app.signIn('EDITOR')
  const remove = (id: number) => app.json(`/api/admin/comments/${id}/`, { method: 'DELETE', token })
  const [one, two] = [await followed(), await followed({ message: 'And what does it cost?' })]
  const bad = (await reply(one.id, { message: 'Buy pills.' })).body.id
  await reply(one.id, { message: 'Three months.' })
  const only = (await reply(two.id, { message: 'Buy more pills.' })).body.id
  await tell()
  expect(await answers()).toHaveLength(2)
  await remove(bad)
  const [left, other] = await answers()
  expect(left?.body).toContain('> Three months.')
  expect(left?.body).not.toContain('pills')
  expect(other?.body).toContain('> Buy more pills.')
  await remove(only)
  expect(await answers()).toEqual([left])
  await sendDueEmails(app.services, mail.mailer)
  expect(mail.received.at(-1)?.text).not.toContain('pills')
})

test('an answer that is deleted takes no other along that begins with the same words', async () => {
  const token = await app.signIn('EDITOR')
  const comment = await followed()
  const long = 'Three months, '.repeat(40)
  const { id } = (await reply(comment.id, { message: `${long}mornings.` })).body
  await reply(comment.id, { message: `${long}evenings.` })
  await tell()
  const quotes = async () => (await answers())[0]?.body.match(/Eric Mugisha:/g)
  expect(await quotes()).toHaveLength(2)
  await app.json(`/api/admin/comments/${id}/`, { method: 'DELETE', token })
  expect(await quotes()).toHaveLength(1)
})

test('the answers that an email had no room for take the place of those that are deleted', async () => {
  const token = await app.signIn('EDITOR')
  const comment = await followed()
  const messages = [
    'Buy pills.',
    'Buy more pills.',
    'Pills for all.',
    'Three months.',
    'In Kigali.',
  ]
  const ids: number[] = []
  for (const message of messages) ids.push((await reply(comment.id, { message })).body.id)
  await tell()
  const comment_ids = ids.slice(0, 3)
  const json = { comment_ids, action: 'delete' }
  const path = '/api/admin/comments/batch/'
  const { body } = await app.json(path, { method: 'PATCH', token, json })
  expect(body.succeeded).toEqual(comment_ids)
  const [email] = await answers()
  expect(email?.body.match(/^> .*[.!]$/gm)).toEqual(['> Three months.', '> In Kigali.'])
  expect(await answers()).toHaveLength(1)
})

test('whose own comment is deleted gets no email about the answers to it', async () => {
  const token = await app.signIn('EDITOR')
  const { id } = await followed()
  const own = await reply(id, { name: 'Keza', email: 'keza@example.rw', notify: true })
  const question = (await written()).at(-1)?.body
  await call('confirm', tokenIn(question))
  await reply(id, { message: 'Three months.' })
  await tell()
  expect((await answers()).map(({ recipient }) => recipient)).toContain('keza@example.rw')
  await app.json(`/api/admin/comments/${own.body.id}/`, { method: 'DELETE', token })
  expect((await answers()).map(({ recipient }) => recipient)).toEqual([aline.email])
})

test('no email tells of answers to a comment that is deleted or erased', async () => {
  const token = await app.signIn('ADMIN')
  const [one, two] = [await followed(), await followed({ message: 'And what does it cost?' })]
  await reply(one.id)
  await reply(two.id, { message: 'Mine alone.' })
  await tell()
  await app.json(`/api/admin/comments/${one.id}/`, { method: 'DELETE', token })
  expect((await answers()).map(({ list_key }) => list_key)).toEqual([`comment-${two.id}`])
  const json = { email: eric.email, confirmation: eric.email }
  await app.json('/api/admin/personal-data/erase/', { method: 'POST', token, json })
  expect(await answers()).toEqual([])
})
