import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashEmail, removeOldAuditLines } from '#platform/security/audit-log.ts'
import { createUser, testPassword } from '#seed/factories/accounts.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCertificate } from '#seed/factories/certificates.ts'
import { createTalent } from '#seed/factories/talents.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { createCohortAndStack } from '../applying.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

const clientIp = '203.0.113.9'
const lines = async () => {
  const rows = await app.services.database
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'actor_name', 'target', 'target_id', 'details', 'client_ip'])
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) }))
}
const signIn = async (email: string, password: string) =>
  app.json('/api/auth/login/', { method: 'POST', json: { email, password }, clientIp })

test('sign-ins are kept with the actor, failed ones with a keyed hash of the email alone', async () => {
  const user = await createUser(app.services, { name: 'Keza Ingabire' })
  await signIn(user.email, 'a wrong password')
  await signIn('nobody@example.rw', testPassword)
  await signIn(user.email, testPassword)
  const failed = {
    action: 'sign-in failed',
    actor_id: null,
    target: 'account email',
    client_ip: clientIp,
  }
  const found = await lines()
  expect(found).toMatchObject([
    { ...failed, target_id: hashEmail(app.services, user.email) },
    { ...failed, target_id: hashEmail(app.services, 'nobody@example.rw') },
    {
      action: 'signed in',
      actor_id: user.id,
      actor_name: 'Keza Ingabire',
      target: 'user',
      target_id: String(user.id),
      client_ip: clientIp,
    },
  ])
  expect(JSON.stringify(found)).not.toMatch(/@|password/)
})

test('users that are made, changed, disabled and deleted leave lines without their data', async () => {
  const token = await app.signIn('ADMIN', { name: 'Zawadi' })
  const password = 'a password for others'
  const user = { email: 'new@huza.example', name: 'New', role: 'EDITOR', password }
  const json = { ...user, current_password: testPassword }
  const { body } = await app.json('/api/admin/users/', { method: 'POST', token, json })
  const path = `/api/admin/users/${body.id}/`
  const change = (changes: object) => app.json(path, { method: 'PATCH', token, json: changes })
  await change({
    role: 'RECRUITER',
    email: 'other@huza.example',
    password: `${password} too`,
    current_password: testPassword,
  })
  await change({ disabled: true })
  await app.json(path, { method: 'DELETE', token })
  const found = (await lines()).slice(1)
  expect(found.map(({ action, details }) => ({ action, details }))).toEqual([
    { action: 'created', details: { role: 'EDITOR' } },
    { action: 'changed', details: { fields: ['email', 'role', 'password'], role: 'RECRUITER' } },
    { action: 'disabled', details: { fields: [] } },
    { action: 'deleted', details: {} },
  ])
  for (const line of found) {
    expect(line).toMatchObject({ actor_name: 'Zawadi', target: 'user', target_id: String(body.id) })
  }
  expect(JSON.stringify(found)).not.toMatch(/@|password for/)
})

test('a deletion leaves a line, one that deletes nothing leaves none', async () => {
  const token = await app.signIn('RECRUITER')
  const { id } = await createCertificate(app.services)
  const remove = () => app.json(`/api/admin/certificates/${id}/`, { method: 'DELETE', token })
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
  expect(await lines()).toMatchObject([
    { action: 'signed in' },
    { action: 'deleted', target: 'certificate', target_id: String(id) },
  ])
})

test('an opened resume, a batch and the deletion of an application leave a line each', async () => {
  const token = await app.signIn('RECRUITER')
  const id = await createApplication(app.services, await createCohortAndStack(app))
  await app.request(`/api/admin/applications/${id}/resume/`, { token })
  const json = { application_ids: [id, 999], status: 'REVIEWING', notes: 'Private words' }
  await app.json('/api/admin/applications/batch-status/', { method: 'PATCH', token, json })
  await app.json(`/api/admin/applications/${id}/`, { method: 'DELETE', token })
  const details = { action: 'status', status: 'REVIEWING', has_notes: true, ids: [id] }
  const found = (await lines()).slice(1)
  expect(found).toMatchObject([
    { action: 'opened', target: 'resume of application', target_id: String(id) },
    { action: 'batch', target: 'application', target_id: null, details },
    { action: 'deleted', target: 'application', target_id: String(id) },
  ])
  expect(JSON.stringify(found)).not.toContain('Private words')
})

test('a resume that the storage refuses is not opened, and none is given without its line', async () => {
  const token = await app.signIn('RECRUITER')
  const { database, storage } = app.services
  const application = await createApplication(app.services, await createCohortAndStack(app))
  const talent = await createTalent(app.services)
  const paths = [`applications/${application}`, `talents/${talent}`].flatMap((of) => [
    `/api/admin/${of}/resume/`,
    `/api/admin/${of}/resume/text/`,
  ])
  await sql`alter table audit_log rename to audit_log_away`.execute(database)
  try {
    for (const path of paths) expect((await app.request(path, { token })).status).toBe(500)
  } finally {
    await sql`alter table audit_log_away rename to audit_log`.execute(database)
  }
  const files = await database.selectFrom('files').select('key').execute()
  for (const { key } of files) await storage.delete(key)
  const statuses = []
  for (const path of paths) statuses.push((await app.request(path, { token })).status)
  // The text of a PDF needs no file: pages show that themselves.
  expect(statuses).toEqual([503, 200, 503, 200])
  expect((await lines()).map(({ target }) => target)).toEqual([
    'user',
    'resume of application',
    'resume of talent',
  ])
})

test('a batch that deletes is one line with the ids that were there', async () => {
  const token = await app.signIn('RECRUITER')
  const message = { full_name: 'Aline', email: 'aline@example.rw', phone: '+250788123456' }
  const json = { ...message, subject: 'A question', message: 'Do you train in Huye?' }
  expect((await app.json('/api/website/contact-us/', { method: 'POST', json })).status).toBe(201)
  const batch = { contact_ids: [1, 2], action: 'delete' }
  const run = () => app.json('/api/admin/contacts/batch/', { method: 'PATCH', token, json: batch })
  expect((await run()).body.succeeded).toEqual([1])
  await run()
  expect((await lines()).slice(1)).toMatchObject([
    { action: 'batch', target: 'message', details: { action: 'delete', ids: [1] } },
  ])
})

test('the line is written with what it tells of, or neither is', async () => {
  const token = await app.signIn('RECRUITER')
  const { id } = await createCertificate(app.services)
  await app.services.database.schema.alterTable('audit_log').renameTo('audit_log_away').execute()
  try {
    const path = `/api/admin/certificates/${id}/`
    expect((await app.json(path, { method: 'DELETE', token })).status).toBe(500)
    const { body } = await app.json('/api/admin/certificates/', { token })
    expect(body.total_items).toBe(1)
  } finally {
    await app.services.database.schema.alterTable('audit_log_away').renameTo('audit_log').execute()
  }
})

test('lines are kept for 90 days', async () => {
  await app.signIn('EDITOR')
  app.advanceS(90 * 24 * 60 * 60)
  await removeOldAuditLines(app.services)
  expect(await lines()).toHaveLength(1)
  app.advanceS(1)
  await removeOldAuditLines(app.services)
  expect(await lines()).toEqual([])
})

test('very many old lines are deleted a few at a time, so that others do not wait', async () => {
  const { database } = app.services
  await app.signIn('EDITOR')
  // Each time twice as many.
  for (let count = 1; count < 8_192; count *= 2) {
    await sql`insert into audit_log
      (action, actor_id, actor_name, target, target_id, details, client_ip, created_at)
      select action, actor_id, actor_name, target, target_id, details, client_ip, created_at
      from audit_log`.execute(database)
  }
  app.advanceS(91 * 24 * 60 * 60)
  await app.signIn('RECRUITER')
  const removing = removeOldAuditLines(app.services)
  expect((await lines()).length).toBeGreaterThan(1)
  await removing
  expect(await lines()).toHaveLength(1)
})
