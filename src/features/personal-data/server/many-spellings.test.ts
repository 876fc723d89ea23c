import { afterEach, beforeEach, expect, test } from 'vitest'
import { erasedKinds } from '#api/router.ts'
import { emailKeyOf } from '#platform/text/email-key.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { attemptErasure, startErasure } from './erase.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

const stranger = 'stranger.of.many.names@example.com'
/** The same address in as many spellings as wanted. */
const spelt = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    [...stranger].map((sign, at) => ((index >> at) & 1 ? sign.toUpperCase() : sign)).join(''),
  )

const phoneOf = (index: number) => `+250 788 9${String(index).padStart(5, '0')}`

test('somebody who wrote under very many spellings, names and numbers is found and erased', async () => {
  for (const [index, email] of spelt(1_100).entries()) {
    const phone = phoneOf(index)
    await createMessage(app.services, { email, phone, full_name: `Sam Stranger ${index}` })
  }
  const message_id = await createMessage(app.services, { email: 'aline@example.rw' })
  const by = { author_id: null, author_name: 'Keza', created_at: app.services.now().toISOString() }
  const text = `Call ${phoneOf(0)}, ${phoneOf(49)} or ${phoneOf(50)}.`
  await app.services.database
    .insertInto('contact_notes')
    .values({ message_id, text, ...by })
    .execute()
  const token = await app.signIn('ADMIN')
  const found = await app.json('/api/admin/personal-data/find/', {
    method: 'POST',
    token,
    json: { sought: stranger },
  })
  expect(found.status).toBe(200)
  const subject = { email_key: emailKeyOf(stranger), testimonial_ids: [] }
  const id = await startErasure(app.services, subject, { clientIp: '' })
  await attemptErasure(app.services, erasedKinds, id)
  const { database } = app.services
  const job = database.selectFrom('erasures').select(['last_error', 'counts']).where('id', '=', id)
  const { last_error, counts } = await job.executeTakeFirstOrThrow()
  expect([last_error, JSON.parse(counts)]).toEqual([
    '',
    expect.objectContaining({ unsought_phones: 1_050 }),
  ])
  const messages = database.selectFrom('contact_messages').select('id')
  expect(await messages.execute()).toEqual([{ id: message_id }])
  // Nobody has more than fifty numbers: the work for strangers who type more stays bounded.
  const notes = await database.selectFrom('contact_notes').select('text').execute()
  expect(notes[0]?.text).toMatch(/^Call (Erased person \w+), \1 or \+250 788 900050\.$/)
})

/** One address: each of the labels of its domain is written in Unicode or in punycode. */
const inTwoAlphabets = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const labels = Array.from({ length: 8 }, (_, at) => ((index >> at) & 1 ? 'xn--9ca' : '\u00e9'))
    return `zoe@${labels.join('.')}.rw`
  })

test('an email of very many spellings goes from what others wrote', async () => {
  const emails = inTwoAlphabets(128)
  for (const email of emails) await createMessage(app.services, { email })
  const { database, now } = app.services
  const message_id = await createMessage(app.services, { email: 'aline@example.rw' })
  const by = { author_id: null, author_name: 'Keza', created_at: now().toISOString() }
  const text = `Ask ${emails.at(0)}, ${emails.at(64)} or ${emails.at(-1)}.`
  await database
    .insertInto('contact_notes')
    .values({ message_id, text, ...by })
    .execute()
  const subject = { email_key: emailKeyOf(emails[0] ?? ''), testimonial_ids: [] }
  const id = await startErasure(app.services, subject, { clientIp: '' })
  await attemptErasure(app.services, erasedKinds, id)
  const { last_error, counts } = await database
    .selectFrom('erasures')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect([last_error, JSON.parse(counts)]).toEqual([
    '',
    expect.objectContaining({ contact_messages: 128, texts: 1 }),
  ])
  const notes = await database.selectFrom('contact_notes').select('text').execute()
  expect(notes[0]?.text).toMatch(/^Ask (Erased person \w+), \1 or \1\.$/)
})
