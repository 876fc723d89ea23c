import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeAnswer } from '#features/contact/server/take-answer.ts'
import { messageIdOf } from '#platform/mail/message-id.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { exportPerson } from '#testing/personal-data.ts'

const writer = 'stranger@example.com'
/** Our reply was forwarded to her. */
const other = 'Keza@example.rw'

let app: TestApp
let message: number
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN')
  message = await createMessage(app.services, { email: writer, message: 'Two developers, please' })
  const at = app.services.now().toISOString()
  const by = { author_id: null, author_name: 'Eric', text: 'Yes.', sent_at: at, created_at: at }
  await app.services.database
    .insertInto('contact_replies')
    .values({ message_id: message, outbox_id: null, email_id: 7, ...by })
    .execute()
  await answer(writer, 'My own answer')
  await answer(other, 'In confidence')
  await answer('eric@example.rw', 'In confidence as well')
})
afterEach(() => app[Symbol.asyncDispose]())

async function answer(from: string, text: string) {
  const inReplyTo = messageIdOf(app.services, 7)
  const email = await PostalMime.parse(`From: ${from}\nIn-Reply-To: ${inReplyTo}\n\n${text}\n`)
  expect(await takeAnswer(app.services, { ...email, isCut: false })).toBe(true)
}

const exported = async (email: string) => (await exportPerson(app, token, email)).data

async function erase(email: string) {
  const json = { email, confirmation: email }
  const path = '/api/admin/personal-data/erase/'
  const { status } = await app.json(path, { method: 'POST', token, json })
  expect(status).toBe(200)
}

test('who answered our reply to another is given that, and it is erased with them alone', async () => {
  const { database } = app.services
  const text = await exported(other)
  expect(text).toContain('In confidence')
  for (const ofAnother of ['as well', 'My own answer']) expect(text).not.toContain(ofAnother)
  await erase(other)
  const answers = database.selectFrom('contact_answers').select('text').orderBy('id')
  expect(await answers.execute()).toEqual([
    { text: 'My own answer' },
    { text: 'In confidence as well' },
  ])
  const [row] = await database.selectFrom('contact_messages').select('search_text').execute()
  expect(row?.search_text.split('\n').slice(-3)).toEqual([
    expect.any(String),
    'my own answer',
    'in confidence as well',
  ])
})

test('who answered our reply to another is found in the trash as well, and erased', async () => {
  const { database } = app.services
  await app.json(`/api/admin/contacts/${message}/`, { method: 'DELETE', token })
  const text = await exported(other)
  expect(text).toContain('In confidence')
  expect(text).not.toContain('as well')
  await erase(other)
  const trash = database.selectFrom('trash').select(['snapshot', 'dependents'])
  const { snapshot, dependents } = await trash.executeTakeFirstOrThrow()
  expect(dependents).toBe(3)
  expect(snapshot).toContain('My own answer')
  expect(snapshot.match(/in confidence/gi)).toHaveLength(2)
  expect(snapshot.match(/in confidence as well/gi)).toHaveLength(2)
})
