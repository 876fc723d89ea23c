import { expect, onTestFinished, test } from 'vitest'
import { toDataKey } from '#platform/security/data-keys.ts'
import { insertManyApplications } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { startBeforeMigration } from '#testing/migrating.ts'

test('places of before are known by the names of cohorts, where one alone fits', async () => {
  const before = await startBeforeMigration('098-places-and-editors')
  onTestFinished(() => before[Symbol.asyncDispose]())
  const { database } = before
  const services = {
    database,
    now: () => new Date('2026-03-02T08:00:00.000Z'),
    dataKeys: () => [toDataKey('a data key that is long enough')] as const,
  }
  const tech_stack = await createTechStack(services)
  const [one, two, three] = [
    await createCohort(services, { name: 'Web 1' }),
    await createCohort(services, { name: 'Web 2' }),
    await createCohort(services, { name: 'Web 3' }),
  ]
  await createCohort(services, { name: 'Twins' })
  await createCohort(services, { name: 'Twins' })
  await insertManyApplications(services, { cohort: three, tech_stack }, 1)
  const { id } = await database.selectFrom('applications').select('id').executeTakeFirstOrThrow()
  const created_at = services.now().toISOString()
  const entry = { application_id: id, by_user_id: null, by_name: 'Diane Keza', created_at }
  for (const [kind, from_text, expected] of [
    ['status', '', [null, null]],
    ['waiting', 'A spot', [one, 0]],
    ['move', 'Web 1 (waiting list)', [one, 1]],
    ['waiting', 'Waiting list', [null, 1]],
    ['move', 'Twins', [null, null]],
    ['move', 'A deleted one', [null, null]],
    ['assignee', 'Web 2', [null, null]],
    ['move', 'Web 2', [two, 0]],
    ['waiting', 'Waiting list', [three, 1]],
  ] as const) {
    const notes = JSON.stringify(expected)
    const status = { from_status: 'PENDING', to_status: 'PENDING' }
    await database
      .insertInto('application_history')
      .values({ ...entry, ...status, kind, from_text, notes })
      .execute()
  }
  await before.migrate()
  const history = await database
    .selectFrom('application_history')
    .select(['from_cohort_id', 'from_waiting', 'notes'])
    .orderBy('id')
    .execute()
  expect(history.map((change) => [change.from_cohort_id, change.from_waiting])).toEqual(
    history.map(({ notes }) => JSON.parse(notes)),
  )
})
