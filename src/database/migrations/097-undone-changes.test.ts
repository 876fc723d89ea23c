import { expect, onTestFinished, test } from 'vitest'
import { toDataKey } from '#platform/security/data-keys.ts'
import { insertManyApplications } from '#seed/factories/applications.ts'
import { createCohort } from '#seed/factories/cohorts.ts'
import { createTechStack } from '#seed/factories/tech-stacks.ts'
import { startBeforeMigration } from '#testing/migrating.ts'

test('changes that were undone before are known by their notes, also in the trash', async () => {
  const before = await startBeforeMigration('097-undone-changes')
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
  await insertManyApplications(services, parents, 1)
  const { id } = await database.selectFrom('applications').select('id').executeTakeFirstOrThrow()
  const created_at = services.now().toISOString()
  const entry = { application_id: id, by_user_id: null, by_name: 'Diane Keza', created_at }
  for (const [from_status, to_status, notes] of [
    ['PENDING', 'ACCEPTED', ''],
    ['ACCEPTED', 'PENDING', 'Change undone'],
    ['PENDING', 'PENDING', 'Change undone'],
    ['PENDING', 'REJECTED', 'Change undone? No.'],
  ] as const) {
    await database
      .insertInto('application_history')
      .values({ ...entry, from_status, to_status, notes })
      .execute()
  }
  const rows = [
    { table: 'applications', row: { description: 'I wrote "notes":"Change undone".' } },
    { table: 'application_history', row: { notes: 'Change undone', outbox_id: null } },
  ]
  const deleted = { title: 'Aline Uwase', search_text: '', dependents: 1, by_user_id: 1 }
  await database
    .insertInto('trash')
    .values({
      ...deleted,
      kind: 'application',
      row_id: '9',
      snapshot: JSON.stringify({ rows, links: [] }),
      by_name: 'Diane Keza',
      created_at,
    })
    .execute()
  await before.migrate()
  const history = database.selectFrom('application_history').select('is_undo').orderBy('id')
  expect((await history.execute()).map(({ is_undo }) => is_undo)).toEqual([0, 1, 0, 0])
  const { snapshot } = await database
    .selectFrom('trash')
    .select('snapshot')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(snapshot).rows).toEqual([
    rows[0],
    { ...rows[1], row: { ...rows[1]?.row, is_undo: 1 } },
  ])
})
