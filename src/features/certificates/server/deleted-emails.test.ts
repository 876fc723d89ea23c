import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeOldEmails } from '#platform/mail/outbox.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { noella } from '#testing/certificates.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('RECRUITER')
})
afterEach(() => app[Symbol.asyncDispose]())

const post = (url: string, json: object) =>
  app.json(`/api/admin/${url}`, { method: 'POST', token, json })
const emails = () =>
  app.services.database.selectFrom('outbox').select(['subject', 'withheld']).orderBy('id').execute()
const reasons = async () => (await emails()).map(({ withheld }) => withheld)
const restore = (id: number) => post('trash/undo/', { kind: 'certificate', row_ids: [id] })
const remove = (id: number) =>
  app.json(`/api/admin/certificates/${id}/`, { method: 'DELETE', token })

test('an email that waits is not sent once the certificate is deleted, and is sent after it came back', async () => {
  const { id } = (await post('certificates/', noella)).body
  await remove(id)
  expect(await reasons()).toEqual(['OUTDATED'])
  await restore(id)
  const [first, second] = await emails()
  expect(second).toEqual({ ...first, withheld: '' })
  const sent_at = app.services.now().toISOString()
  await app.services.database
    .updateTable('outbox')
    .set({ sent_at })
    .where('withheld', '=', '')
    .execute()
  await remove(id)
  await restore(id)
  expect(await emails()).toHaveLength(2)
})

test('who is told that a certificate is revoked is still told so once it is deleted', async () => {
  const { id } = (await post('certificates/', noella)).body
  await post(`certificates/${id}/revoke/`, { reason: 'Issued by mistake' })
  await remove(id)
  expect(await reasons()).toEqual(['OUTDATED', ''])
  await restore(id)
  expect(await reasons()).toEqual(['OUTDATED', ''])
})

test('who got an email is not written to again once that is forgotten, and an unsent one from before is not', async () => {
  const { database, now } = app.services
  const { id } = (await post('certificates/', noella)).body
  await app.json(`/api/admin/certificates/${id}/`, {
    method: 'PATCH',
    token,
    json: { full_name: 'Noella Mukamana' },
  })
  expect(await reasons()).toEqual(['OUTDATED', ''])
  const sent_at = now().toISOString()
  await database.updateTable('outbox').set({ sent_at }).where('withheld', '=', '').execute()
  app.advanceS(31 * 24 * 3600)
  token = await app.signIn('RECRUITER')
  await removeOldEmails(app.services)
  expect(await reasons()).toEqual(['OUTDATED'])
  await remove(id)
  await restore(id)
  expect(await reasons()).toEqual(['OUTDATED'])
})
