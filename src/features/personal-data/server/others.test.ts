import { afterEach, beforeEach, expect, test } from 'vitest'
import { erasedKinds } from '#api/router.ts'
import { askFollower } from '#features/comments/server/followers.ts'
import { putInOutbox } from '#platform/mail/outbox.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { createComment } from '#seed/factories/comments.ts'
import { createImage } from '#seed/factories/images.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { createArticle } from '#seed/factories/news.ts'
import { companyDefaults } from '#shared/company-defaults.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { exportPerson } from '#testing/personal-data.ts'
import { attemptErasure, startErasure } from './erase.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

const stranger = 'stranger@example.com'
const victim = 'Admin.Keza@example.rw'

async function exported(email: string) {
  const { data, page } = await exportPerson(app, await app.signIn('ADMIN'), email)
  return data + page
}

async function erase(email: string) {
  const subject = { email_key: emailKeyOf(email), testimonial_ids: [] }
  const id = await startErasure(app.services, subject, { clientIp: '' })
  await attemptErasure(app.services, erasedKinds, id)
  const job = app.services.database.selectFrom('erasures').selectAll().where('id', '=', id)
  return job.executeTakeFirstOrThrow()
}

/** A follower of a stranger's thread, who was sent a link for a new password. */
async function createFollower() {
  const { services } = app
  const articleId = await createArticle(services)
  const threadId = await createComment(services, articleId, {
    name: 'Sam Stranger',
    email: stranger,
    status: 'APPROVED',
  })
  await services.database.transaction().execute(async (transaction) => {
    const asking = { commentId: threadId, threadId, email: victim, articleId }
    await askFollower(transaction, { ...services, clientIp: '192.0.2.1' }, asking, services.now())
  })
  await createReset(victim)
}

const createReset = (recipient: string) =>
  putInOutbox(
    app.services.database,
    {
      recipient,
      subject: 'A new password',
      parts: [{ text: 'Choose:', label: 'Choose', url: 'https://our.example/reset?token=secret' }],
    },
    app.services.now().toISOString(),
  )

test('who follows a thread, and their emails, are not of whoever began it', async () => {
  await createFollower()
  const { database } = app.services
  const followers = () => database.selectFrom('comment_followers').select('email').execute()
  expect(await followers()).toEqual([{ email: victim }])
  const text = await exported(stranger)
  expect(text).toContain('Sam Stranger')
  expect(text).not.toContain('secret')
  expect(text.toLowerCase()).not.toContain('keza')
  const emails = () => database.selectFrom('outbox').selectAll().orderBy('id').execute()
  const before = await emails()
  expect(await erase(stranger)).toMatchObject({ last_error: '' })
  expect(await emails()).toEqual(before)
})

test('what another answered to our reply is not given to whoever wrote the message', async () => {
  const { database, now } = app.services
  const message_id = await createMessage(app.services, { email: stranger })
  const answer = { message_id, quoted: '', attachments: '[]', created_at: now().toISOString() }
  const by = { is_automatic: 0, is_cut: 0, is_doubtful: 0 } as const
  const by_victim = { email: victim, email_key: emailKeyOf(victim) }
  await database
    .insertInto('contact_answers')
    .values([
      { ...answer, ...by, received_key: 'one', email: '', email_key: '', text: 'My own answer' },
      { ...answer, ...by, received_key: 'two', ...by_victim, text: 'In confidence' },
    ])
    .execute()
  const text = await exported(stranger)
  expect(text).toContain('My own answer')
  expect(text).not.toContain('In confidence')
  expect(text).not.toContain(victim)
})

test('whose comments are held back stays held back when they are erased', async () => {
  const token = await app.signIn('EDITOR')
  const article = await createArticle(app.services)
  await createComment(app.services, article, { name: 'Sam Stranger', email: stranger })
  const json = { kind: 'email', value: stranger, note: 'Sam Stranger sells pills' }
  await app.json('/api/admin/comment-blocks/', { method: 'POST', token, json })
  const { pseudonym } = await erase(stranger)
  const blocks = app.services.database.selectFrom('comment_blocks').select(['value', 'note'])
  expect(await blocks.execute()).toEqual([{ value: stranger, note: `${pseudonym} sells pills` }])
})

test('failed sign-ins of others stay counted whose addresses contain that of somebody erased', async () => {
  const { database, now } = app.services
  const resets_at = now().toISOString()
  const keys = [stranger, `x${stranger}`, `${stranger}.rw`].map(
    (email) => `sign-in:account:${email}`,
  )
  for (const key of keys) {
    await database.insertInto('limits').values({ key, count: 9, resets_at }).execute()
  }
  await erase(stranger)
  const left = await database.selectFrom('limits').select('key').where('count', '=', 9).execute()
  expect(left.map(({ key }) => key).sort()).toEqual(keys.slice(1).sort())
})

test('an export tells that emails were sent, but not what their links are', async () => {
  await createReset(victim)
  const text = await exported(victim)
  expect(text).toContain('A new password')
  expect(text).not.toContain('secret')
})

const ourPhone = companyDefaults.contact.phone
/** Phone numbers of somebody who gave us none. */
const numbers = [
  '+250 789 111 222',
  '(0789-111-22) 2',
  '078/911.12/22',
  // As typesetters and copied contacts write them.
  '+250\u202f789222333',
  '+250\u2011789333444',
  '+250\u2060789444555\u2009\u20131',
  '\u0660\u0667 89555666',
].join(', ')

/** What a stranger types about themselves, and how their erasure ends. */
async function eraseStranger(named: { full_name?: string; phone?: string }) {
  await createMessage(app.services, {
    full_name: 'Sam Stranger',
    phone: '',
    ...named,
    email: stranger,
  })
  return erase(stranger)
}

test.each([
  { phone: '"email_key":' },
  { phone: '2026-04-10' },
  { phone: '20260410' },
  { phone: '2025 2026' },
  { phone: '0788 000 111' },
  { phone: ourPhone },
  { phone: ourPhone.replace(/^\+250 /, '0') },
  { phone: ourPhone.slice(1, -4) },
  { phone: '+250 789 111' },
  { phone: '789 111 222' },
  { phone: '0789-111-22' },
  { phone: '078/911.12' },
  { phone: '789222333' },
  { phone: '789333444' },
  { phone: '789444555' },
  { phone: '89555666' },
  { full_name: 'of the' },
])('an erasure leaves what others wrote: %j', async (typed) => {
  const { database } = app.services
  const token = await app.signIn('EDITOR')
  const article = await createArticle(app.services)
  const message = 'The end of the cohort 2025 2026 is on 2026-04-10, 20260410.'
  const comment = await createComment(app.services, article, { message, email: victim })
  await app.json(`/api/admin/comments/${comment}/`, { method: 'DELETE', token })
  const others = await createMessage(app.services, { email: victim, phone: '0788000111' })
  const at = app.services.now().toISOString()
  await database
    .insertInto('contact_notes')
    .values({
      message_id: others,
      author_id: null,
      author_name: 'Keza',
      created_at: at,
      text: `${message} Call 0788 000 111, ${ourPhone} 0788 000 000, ${numbers} or x${stranger}.`,
    })
    .execute()
  await createReset(victim)
  await database.updateTable('outbox').set({ sent_at: at, subject: message }).execute()
  const stored = async () => [
    await database.selectFrom('trash').select(['title', 'snapshot', 'search_text']).execute(),
    await database.selectFrom('contact_notes').select('text').execute(),
    await database.selectFrom('outbox').select(['subject', 'body', 'parts']).execute(),
  ]
  const before = await stored()
  expect(before.map((rows) => rows.length)).toEqual([1, 1, 1])
  expect(await eraseStranger(typed)).toMatchObject({ last_error: '', step: expect.any(Number) })
  expect(await stored()).toEqual(before)
})

test.each([
  'Call 0788 000 222 (at noon).',
  'Call 0788 000 222 / 0788 000 333.',
  '10.04.2026: 0788 000 222, 0788 000 333',
  '0788 000 222\n2 calls',
])('a number goes from the texts of staff where it stands as a whole: %j', async (text) => {
  const { database, now } = app.services
  const message_id = await createMessage(app.services, { email: victim, phone: '' })
  const by = { author_id: null, author_name: 'Keza', created_at: now().toISOString() }
  await database
    .insertInto('contact_notes')
    .values({ message_id, text, ...by })
    .execute()
  const { pseudonym } = await eraseStranger({ phone: '0788 000 222' })
  const notes = await database.selectFrom('contact_notes').select('text').execute()
  expect(notes).toEqual([{ text: text.replace('0788 000 222', pseudonym) }])
})

test('an email goes from the texts of others in any case, also of letters with accents', async () => {
  const { database, now } = app.services
  const email = '\u00e9lise.\u00e7elik@example.rw'
  await createMessage(app.services, { email, full_name: 'Elise' })
  const message_id = await createMessage(app.services, { email: victim })
  const by = { author_id: null, author_name: 'Keza', created_at: now().toISOString() }
  const spellings = [email, email.toUpperCase(), '\u00c9lise.\u00c7elik@Example.rw']
  const text = [...spellings, ...spellings.map((one) => one.normalize('NFD'))].join(', ')
  await database
    .insertInto('contact_notes')
    .values({ message_id, text, ...by })
    .execute()
  const { pseudonym } = await erase(email)
  const notes = await database.selectFrom('contact_notes').select('text').execute()
  expect(notes[0]?.text.split(', ')).toEqual(Array(6).fill(pseudonym))
})

test('staff who have a text open from which a person is taken out see it as it is then', async () => {
  const { database, tagVersions } = app.services
  const texts = `${stranger} was here.`
  const values = { alt: texts, file_name: '', search_text: '' }
  await createImage(app.services)
  await database.updateTable('images').set(values).execute()
  await eraseStranger({})
  const { alt } = await database.selectFrom('images').select('alt').executeTakeFirstOrThrow()
  expect(alt).toMatch(/^Erased person \w{8} was here\.$/)
  expect(tagVersions.versionOf('Gallery')).toBe(1)
  expect(tagVersions.versionOf('Talent')).toBe(0)
})

test('staff who have the outbox open see what a mail server said as it is then', async () => {
  const { database, now, tagVersions } = app.services
  const email = 'other@example.com'
  const detail = `550 ${stranger} is unknown`
  const values = { email, email_key: email, reason: 'HARD_BOUNCE', detail }
  await database
    .insertInto('suppressions')
    .values({ ...values, created_at: now().toISOString() })
    .execute()
  const before = tagVersions.versionOf('Email')
  await eraseStranger({})
  const row = await database.selectFrom('suppressions').select('detail').executeTakeFirstOrThrow()
  expect(row.detail).toMatch(/^550 Erased person \w{8} is unknown$/)
  expect(tagVersions.versionOf('Email')).toBe(before + 1)
})

test('an email goes from the texts of others, whatever JSON they are in', async () => {
  const { database } = app.services
  await createReset(victim)
  const at = app.services.now().toISOString()
  const parts = JSON.stringify([
    { text: `Write to "${stranger}".`, quote: 'Sam Stranger, 0788 000 222' },
  ])
  await database.updateTable('outbox').set({ sent_at: at, parts }).execute()
  await createReset(victim)
  const broken = `["${stranger}`
  await database
    .updateTable('outbox')
    .set({ sent_at: at, parts: broken })
    .where('parts', '<>', parts)
    .execute()
  const { counts, pseudonym } = await eraseStranger({ phone: '0788 000 222' })
  const emails = await database.selectFrom('outbox').select('parts').orderBy('id').execute()
  expect(emails.map((email) => email.parts)).toEqual([
    JSON.stringify([{ text: `Write to "${pseudonym}".`, quote: `${pseudonym}, ${pseudonym}` }]),
    broken,
  ])
  expect(JSON.parse(counts)).toMatchObject({ unreadable: expect.any(Number) })
})
