import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { toDataKey } from '#platform/security/data-keys.ts'
import { insertManyApplications } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { startTestApp } from '#testing/app.ts'
import { findWrongCounts } from '#testing/application-counts.ts'
import { onSqlite } from '#testing/engines.ts'
import { startBeforeMigration } from '#testing/migrating.ts'

test('applications from before the counts are counted by the migration', async () => {
  const before = await startBeforeMigration('034-application-counts')
  onTestFinished(() => before[Symbol.asyncDispose]())
  const { database } = before
  const services = {
    database,
    now: () => new Date('2026-03-02T08:00:00.000Z'),
    dataKeys: () => [toDataKey('a data key that is long enough')] as const,
  }
  const parents = {
    cohort: await createCohort(services),
    tech_stack: await createTechStack(services),
  }
  await insertManyApplications(services, parents, 3)
  await database
    .updateTable('applications')
    .set({ gender: 'MALE', level: 'ADVANCED', waiting_since: '2026-03-02T08:00:00.000Z' })
    .where('email', '=', 'aline.1@example.rw')
    .execute()
  await before.migrate()
  expect(await findWrongCounts(database)).toEqual([])
  const counts = database.selectFrom('application_counts').select('total').orderBy('total')
  expect(await counts.execute()).toEqual([{ total: 1 }, { total: 2 }])
})

// PostgreSQL chooses by how many rows there are.
onSqlite(
  'applications of an assignee, a gender or a level are counted by an index alone',
  async () => {
    const app = await startTestApp()
    onTestFinished(() => app[Symbol.asyncDispose]())
    const { database } = app.services
    const filters = [
      'assignee_id = 1 and gender = 1',
      "gender in ('FEMALE')",
      "level in ('ADVANCED')",
    ]
    for (const filter of filters) {
      const { rows } = await sql<{ detail: string }>`explain query plan
      select count(*) from applications where ${sql.raw(filter)}`.execute(database)
      expect(rows.map(({ detail }) => detail).join()).toContain(
        'USING COVERING INDEX applications_assigned',
      )
    }
  },
)
