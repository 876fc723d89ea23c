import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { createCohort } from './factories/cohorts.ts'
import { seedNews } from './news/news.ts'
import { seedVisits } from './visits.ts'

test('the demo has visits of 60 days: more than before, fewer at weekends, some pages most', async () => {
  const app = await startTestApp()
  onTestFinished(() => app[Symbol.asyncDispose]())
  const { database, now } = app.services
  await seedNews(app.services)
  const cohort = await createCohort(app.services, { name: 'Chosen' })
  await database.transaction().execute((transaction) => seedVisits(transaction, now))
  const token = await app.signIn('EDITOR')
  const report = async (from: string, to: string) =>
    (await app.json(`/api/admin/analytics/?from=${from}&to=${to}`, { token })).body
  const today = now().toISOString().slice(0, 10)
  const ago = (days: number) =>
    new Date(now().getTime() - days * 86_400_000).toISOString().slice(0, 10)
  const [before, latest] = [await report(ago(59), ago(30)), await report(ago(29), today)]
  expect(latest.page_views / before.page_views).toBeGreaterThan(1.1)
  expect(await report(ago(120), ago(60))).toMatchObject({ page_views: 0, clicks: 0 })
  const viewsAt = (isWeekend: boolean) => {
    const days = [...before.days, ...latest.days].filter(
      ({ day }: { day: string }) => [0, 6].includes(new Date(day).getUTCDay()) === isWeekend,
    )
    return days.reduce((sum, { page_views }) => sum + page_views, 0) / days.length
  }
  expect(viewsAt(true)).toBeLessThan(0.7 * viewsAt(false))
  expect(viewsAt(true)).toBeGreaterThan(20)

  const [first, second, ...others] = latest.pages
  expect([first.path, second.path]).toEqual(['/', '/cohort-application'])
  expect(others.some(({ path }: { path: string }) => path.startsWith('/insights/'))).toBe(true)
  expect(latest.pages.filter(({ title }: { title: string }) => title.startsWith('/'))).toEqual([])
  expect(latest.seconds_per_view).toBeGreaterThan(20)
  expect(latest.seconds_per_view).toBeLessThan(300)
  expect(latest.video_plays).toBeGreaterThan(10)
  expect(latest.clicked.length).toBeGreaterThan(5)
  const { seen, cohorts, refused } = latest.funnel
  expect(cohorts).toMatchObject([{ id: cohort, name: 'Chosen' }])
  const [{ chosen, stack, typed, sent }] = cohorts
  expect([seen, chosen, stack, typed, sent, 0].toSorted((a, b) => b - a)).toEqual([
    seen,
    chosen,
    stack,
    typed,
    sent,
    0,
  ])
  expect(sent).toBeGreaterThan(0)
  expect(refused.length).toBeGreaterThan(1)
  const depths = latest.scroll_depth.map(({ count }: { count: number }) => count)
  expect(depths.toSorted((a: number, b: number) => b - a)).toEqual(depths)
})
