import { afterEach, beforeEach, expect, test } from 'vitest'
import { erasedKinds } from '#api/router.ts'
import { insertSnapshot } from '#database/row-snapshots.ts'
import { type AuditEntry, writeAudit } from '#platform/security/audit-log.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import { collectPerson } from './collect-person.ts'
import { attemptErasure, startErasure } from './erase.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

const email_key = 'aline@example.rw'
const subject = { email_key, testimonial_ids: [] }

const write = (
  target: 'application' | 'email to applicant' | 'note on application',
  id: number,
) => {
  // No line should name anybody, but an old one may.
  const entry: AuditEntry = { action: 'changed', target, id, details: { of: 'Aline Uwase' } }
  return writeAudit(app.services.database, { ...app.services, clientIp: '' }, entry)
}

/** Two applications. The note on each has the number of the other application. */
async function createApplicants() {
  const { services } = app
  const target = await createCohortAndStack(app, { limit: 10 })
  const names = { first_name: 'Aline', last_name: 'Uwase' }
  const own = await createApplication(services, target, { ...names, email: email_key })
  const other = await createApplication(services, target, { email: 'eric@example.rw' })
  const at = services.now().toISOString()
  const written = { author_id: null, author_name: 'Diane Keza', created_at: at, updated_at: at }
  const notes = [
    { ...written, id: other, application_id: own, text: 'On Aline.' },
    { ...written, id: own, application_id: other, text: 'On Eric.' },
  ]
  const rows = notes.map((row) => ({ table: 'application_notes' as const, row }))
  await services.database
    .transaction()
    .execute((transaction) => insertSnapshot(transaction, { rows, links: [] }))
  for (const id of [own, other]) {
    await write('application', id)
    await write('note on application', id)
    await write('email to applicant', id)
  }
  const expected = [
    `application ${own}`,
    `email to applicant ${own}`,
    `note on application ${other}`,
  ]
  return { own, expected }
}

const told = (lines: readonly { target?: unknown; target_id?: unknown }[]) =>
  lines.map(({ target, target_id }) => `${target} ${target_id}`).sort()

test('a person is given the lines about their rows, and none about rows of others', async () => {
  const { expected } = await createApplicants()
  const { rows } = await collectPerson(app.services, subject)
  expect(told(rows.get('audit_log') ?? [])).toEqual(expected)
})

test('so they are about rows in the trash', async () => {
  const { own, expected } = await createApplicants()
  const token = await app.signIn('RECRUITER')
  await app.json(`/api/admin/applications/${own}/`, { method: 'DELETE', token })
  const { rows } = await collectPerson(app.services, subject)
  expect(told(rows.get('audit_log') ?? [])).toEqual([...expected, `application ${own}`].sort())
})

test.each([
  ['', false],
  [', also about rows in the trash', true],
])('an erasure takes the name out of these lines alone%s', async (_, isDeleted) => {
  const { own, expected } = await createApplicants()
  if (isDeleted) {
    const token = await app.signIn('RECRUITER')
    await app.json(`/api/admin/applications/${own}/`, { method: 'DELETE', token })
  }
  const id = await startErasure(app.services, subject, { clientIp: '' })
  await attemptErasure(app.services, erasedKinds, id)
  const lines = await app.services.database.selectFrom('audit_log').selectAll().execute()
  expect(told(lines.filter(({ details }) => details.includes('Erased person')))).toEqual(expected)
})
