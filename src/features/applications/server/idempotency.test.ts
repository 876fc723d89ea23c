import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { removeOldIdempotencyKeys } from './submission-keys.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

test('the stored response is deleted after a week, the application stays', async () => {
  const { database } = app.services
  const application_id = await createApplication(app.services, {
    cohort: await createCohort(app.services),
    tech_stack: await createTechStack(app.services),
  })
  const keep = (key: string) =>
    database
      .insertInto('application_keys')
      .values({
        key,
        application_id,
        fingerprint: 'x',
        answer: '{}',
        created_at: app.services.now().toISOString(),
      })
      .execute()
  await keep('old')
  app.advanceS(1)
  await keep('new')
  app.advanceS(7 * 24 * 3600 - 1)
  await removeOldIdempotencyKeys(app.services)
  const keys = await database.selectFrom('application_keys').select('key').execute()
  expect(keys).toEqual([{ key: 'new' }])
  expect(await database.selectFrom('applications').select('id').execute()).toHaveLength(1)
})
