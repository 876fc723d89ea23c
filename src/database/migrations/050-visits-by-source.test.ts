import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startBeforeMigration } from '#testing/migrating.ts'

test('visits from before are counted on, by day and month, without source and device', async () => {
  const before = await startBeforeMigration('050-visits-by-source')
  onTestFinished(() => before[Symbol.asyncDispose]())
  const { database } = before
  for (const [event, day, value, count, seconds] of [
    ['page_view', '2026-03-01', '', 5, 0],
    ['page_view', '2026-03-02', '', 2, 0],
    ['total_time', '2026-03-02', '', 2, 90],
    ['scroll_depth', '2026-03-02', '25', 3, 0],
    ['scroll_depth', '2026-03-02', '50', 1, 0],
    ['click', '2026-03-02', 'Apply', 4, 0],
    ['click', '2026-03-02', 'Contact', 1, 0],
  ]) {
    await sql`insert into visit_counts (event, day, path, value, count, seconds)
      values (${event}, ${day}, '/', ${value}, ${count}, ${seconds})`.execute(database)
  }
  await before.migrate()
  const rows = await database.selectFrom('visit_totals').selectAll().orderBy('period').execute()
  const where = { path: '/', source: '', device: '' }
  expect(rows).toMatchObject([
    { ...where, period: '2026-03', page_views: 7, clicks: 5, seconds: 90, scroll_25: 3 },
    { ...where, period: '2026-03-01', page_views: 5, clicks: 0, seconds: 0, scroll_25: 0 },
    { ...where, period: '2026-03-02', page_views: 2, clicks: 5, seconds: 90, scroll_50: 1 },
  ])
  const clicks = database.selectFrom('visit_values').select(['period', 'value', 'count'])
  expect(await clicks.orderBy('period').orderBy('value').execute()).toEqual([
    { period: '2026-03', value: 'Apply', count: 4 },
    { period: '2026-03', value: 'Contact', count: 1 },
    { period: '2026-03-02', value: 'Apply', count: 4 },
    { period: '2026-03-02', value: 'Contact', count: 1 },
  ])
})
