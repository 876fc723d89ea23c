import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { toDataKey } from '#platform/security/data-keys.ts'
import { insertManyApplications } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { onPostgres } from '#testing/engines.ts'
import { startBeforeMigration } from '#testing/migrating.ts'

onPostgres(
  'the sample that searches are planned by is large, also of those there are',
  async () => {
    const before = await startBeforeMigration('101-search-statistics')
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
    await insertManyApplications(services, parents, 400)
    await before.migrate()
    const { rows } = await sql<{ kept: number }>`
    select cardinality(histogram_bounds::text::text[]) as kept from pg_stats
    where tablename = 'applications' and attname = 'search_text'
  `.execute(database)
    expect(rows).toEqual([{ kept: 301 }])
  },
)
