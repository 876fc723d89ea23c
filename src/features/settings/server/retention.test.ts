import { afterEach, beforeEach, expect, test } from 'vitest'
import { retainedRows } from '#api/router.ts'
import { removeOldRows } from '#platform/retention/old-rows.ts'
import { createApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createMessage } from '#seed/factories/messages.ts'
import { createTalent } from '#seed/factories/talents.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import type { Retention } from '#shared/retention.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { lossyDatabase } from '#testing/failing-database.ts'

let app: TestApp
let token: string
beforeEach(async () => {
  app = await startTestApp()
  token = await app.signIn('ADMIN')
})
afterEach(() => app[Symbol.asyncDispose]())

const runTonight = () => removeOldRows(retainedRows)(app.services)
const set = (json: Partial<Retention>) =>
  app.json('/api/admin/settings/retention/', { method: 'PATCH', token, json })
const idsOf = async (table: 'applications' | 'talents' | 'contact_messages' | 'files') =>
  (await app.services.database.selectFrom(table).select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  )
const lines = () =>
  app.services.database
    .selectFrom('audit_log')
    .selectAll()
    .where('target', '=', 'old personal data')
    .orderBy('id')
    .execute()

const applyTo = async (tech_stack: string, start: string, end: string) => {
  const cohort = await createCohort(app.services, { start, end })
  return createApplication(app.services, { cohort, tech_stack })
}

test('as delivered nothing goes by itself, however old', async () => {
  await createTalent(app.services)
  await app.services.database
    .updateTable('talents')
    .set({ updated_at: '2016-01-01T00:00:00.000Z' })
    .execute()
  await runTonight()
  expect(await idsOf('talents')).toHaveLength(1)
  expect(await lines()).toEqual([])
})

test('applications go with their resumes after the end of their cohort, never those of a running one', async () => {
  const stack = await createTechStack(app.services)
  const old = await applyTo(stack, '2023-01-10', '2023-04-10')
  const running = await applyTo(stack, '2026-01-10', '2026-04-10')
  const { database, storage } = app.services
  await database
    .updateTable('applications')
    .set({ updated_at: '2023-01-01T00:00:00.000Z' })
    .execute()
  const changed = await applyTo(stack, '2023-01-10', '2023-04-10')
  const { key, file_id } = await database
    .selectFrom('applications')
    .innerJoin('files', 'files.id', 'resume_id')
    .select(['files.key', 'files.id as file_id'])
    .where('applications.id', '=', old)
    .executeTakeFirstOrThrow()
  await set({ applications: '365' })

  await runTonight()
  expect(await idsOf('applications')).toEqual([old, running, changed])
  app.advanceS(24 * 60 * 60)
  await runTonight()
  expect(await idsOf('applications')).toEqual([running, changed])
  // As when staff delete them: their interviews go with them.
  const shown = (['Application', 'Cohort', 'Interview', 'Email'] as const).map((tag) =>
    app.services.tagVersions.versionOf(tag),
  )
  expect(shown).toEqual([1, 1, 1, 1])
  expect(await idsOf('files')).not.toContain(file_id)
  expect(await storage.exists(key)).toBe(false)
  const cohorts = await database.selectFrom('cohorts').select('registered').orderBy('id').execute()
  expect(cohorts.map(({ registered }) => registered)).toEqual([0, 1, 1])
  expect(await lines()).toMatchObject([
    { action: 'deleted', actor_id: null, details: JSON.stringify({ applications: 1 }) },
  ])
})

test('it runs once a night, and tells of a night without anything to delete', async () => {
  await set({ talents: '180', messages: '180' })
  app.advanceS(24 * 60 * 60)
  await runTonight()
  await createTalent(app.services)
  await app.services.database
    .updateTable('talents')
    .set({ updated_at: '2016-01-01T00:00:00.000Z' })
    .execute()
  await runTonight()
  expect(await idsOf('talents')).toHaveLength(1)
  app.advanceS(24 * 60 * 60)
  await runTonight()
  expect(await idsOf('talents')).toEqual([])
  expect((await lines()).map(({ details }) => JSON.parse(details))).toEqual([
    { talents: 0, messages: 0 },
    { talents: 1, messages: 0 },
  ])
})

test('staff see how many would go, of messages those that were settled', async () => {
  for (const status of ['NEW', 'RESOLVED', 'SPAM'] as const) {
    await createMessage(app.services, { status, created_at: '2023-01-01T00:00:00.000Z' })
  }
  const query = 'applications=0&talents=0&subscribers=0'
  const preview = (messages: string, by = token) =>
    app.json(`/api/admin/retention/preview/?${query}&messages=${messages}`, { token: by })
  const none = { applications: 0, talents: 0, subscribers: 0 }
  expect((await preview('730')).body).toEqual({ ...none, messages: 2 })
  expect((await preview('0')).body).toEqual({ ...none, messages: 0 })
  expect(await idsOf('contact_messages')).toHaveLength(3)
  expect((await preview('1')).body).toEqual({ messages: ['Please choose how long'] })
  expect((await preview('730', await app.signIn('RECRUITER'))).status).toBe(403)
})

test('times out of bounds are refused', async () => {
  const { status, body } = await set({ talents: '30' as never })
  expect([status, body]).toEqual([400, { talents: ['Please choose how long'] }])
})

test('old rows whose deletion is stored, although that is not known, change cached pages', async () => {
  await createTalent(app.services)
  await set({ talents: '365' })
  app.advanceS(2 * 365 * 24 * 60 * 60)
  const changed: string[] = []
  const tagVersions = {
    ...app.services.tagVersions,
    invalidateAfterFailure: (tags: readonly string[]) => void changed.push(...tags),
  }
  const database = lossyDatabase(app.services.database)
  const removing = removeOldRows(retainedRows)({ ...app.services, database, tagVersions })
  await expect(removing).rejects.toThrow('The answer to the commit was lost')
  expect([await idsOf('talents'), changed]).toEqual([[], ['Talent']])
})
