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

test('somebody who wrote under very many spellings, names and numbers is found and erased', async () => {
  for (const [index, email] of spelt(1_100).entries()) {
    const phone = `+250 788 9${String(index).padStart(5, '0')}`
    await createMessage(app.services, { email, phone, full_name: `Sam Stranger ${index}` })
  }
  const token = await app.signIn('ADMIN')
  const found = await app.json('/api/admin/personal-data/find/', {
    ...{ method: 'POST', token, json: { sought: stranger } },
  })
  expect(found.status).toBe(200)
  const subject = { email_key: emailKeyOf(stranger), testimonial_ids: [] }
  const id = await startErasure(app.services, subject, { clientIp: '' })
  await attemptErasure(app.services, erasedKinds, id)
  const { database } = app.services
  const job = database.selectFrom('erasures').select('last_error').where('id', '=', id)
  expect(await job.executeTakeFirst()).toEqual({ last_error: '' })
  expect(await database.selectFrom('contact_messages').select('id').execute()).toEqual([])
})
