import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import type { AnalyticsReport } from '../contract.ts'
import { scrollMilestones, timeMilestones } from '../validation.ts'
import { articleSlugOf, titleOf } from './pages.ts'

const dayMs = 24 * 60 * 60 * 1000
const pagesMax = 15
const clicksMax = 15

/** Adds days to a day (YYYY-MM-DD). */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs

type Period = { from: string; to: string; path?: string | undefined }

/** Reports the counts of a period (both days inclusive), for all pages or one. */
export async function makeReport(database: Database, period: Period): Promise<AnalyticsReport> {
  const { from, to } = period
  const [viewsByDay, byPage, clicked, clicks] = await Promise.all([
    findViewsByDay(database, period),
    findByPage(database, period),
    findClicks(database, period),
    countClicks(database, period),
  ])
  const sumOf = (event: string, value = '') =>
    sum(byPage.filter((row) => row.event === event && row.value === value))
  const pages = pagesOf(byPage)
  const articles = await findTitles(database, [...pages, ...clicked])
  const views = sumOf('page_view')
  return {
    from,
    to,
    page_views: views,
    clicks,
    video_plays: sumOf('Watch Video'),
    seconds_per_view: perView(secondsOf(byPage), views),
    days: Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
      const day = addDays(from, index)
      return { day, page_views: viewsByDay.get(day) ?? 0 }
    }),
    pages: pages.map((page) => ({ ...page, title: titleOf(page.path, articles) })),
    scroll_depth: scrollMilestones.map((percent) => ({
      percent,
      count: sumOf('scroll_depth', String(percent)),
    })),
    time_on_page: timeMilestones.map((seconds) => ({
      seconds,
      count: sumOf('time_on_page', String(seconds)),
    })),
    clicked: clicked.map((click) => ({ ...click, title: titleOf(click.path, articles) })),
  }
}

type Row = { event: string; value: string; path: string; count: number; seconds: number }

const sum = (rows: readonly Row[]) => rows.reduce((total, { count }) => total + count, 0)
const secondsOf = (rows: readonly Row[]) => rows.reduce((total, { seconds }) => total + seconds, 0)
const perView = (seconds: number, views: number) => (views > 0 ? Math.round(seconds / views) : null)

/** The pages with the most views. */
function pagesOf(rows: readonly Row[]) {
  const views = rows.filter(({ event }) => event === 'page_view')
  return views
    .sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1))
    .slice(0, pagesMax)
    .map(({ path, count }) => ({
      path,
      page_views: count,
      seconds_per_view: perView(secondsOf(rows.filter((row) => row.path === path)), count),
    }))
}

function inPeriod(database: Database, { from, to, path }: Period) {
  const rows = database.selectFrom('visit_counts').where('day', '>=', from).where('day', '<=', to)
  return path === undefined ? rows : rows.where('path', '=', path)
}

// Cast, because in PostgreSQL the sum of a bigint is a numeric, which arrives as text.
const total = (column: 'count' | 'seconds') =>
  sql<number>`cast(sum(${sql.ref(column)}) as bigint)`.as(column)

async function findViewsByDay(database: Database, period: Period) {
  const rows = await inPeriod(database, period)
    .where('event', '=', 'page_view')
    .select(['day', total('count')])
    .groupBy('day')
    .execute()
  return new Map(rows.map(({ day, count }) => [day, count]))
}

/** All events except clicks: a few rows per page. */
const findByPage = (database: Database, period: Period) =>
  inPeriod(database, period)
    .where('event', 'in', [
      'page_view',
      'Watch Video',
      'scroll_depth',
      'time_on_page',
      'total_time',
    ])
    .select(['event', 'value', 'path', total('count'), total('seconds')])
    .groupBy(['event', 'value', 'path'])
    .execute()

/** The most frequent clicks. */
async function findClicks(database: Database, period: Period) {
  return inPeriod(database, period)
    .where('event', '=', 'click')
    .select(['value as label', 'path', total('count')])
    .groupBy(['value', 'path'])
    .orderBy('count', 'desc')
    .orderBy('value')
    .orderBy('path')
    .limit(clicksMax)
    .execute()
}

async function countClicks(database: Database, period: Period) {
  const row = await inPeriod(database, period)
    .where('event', '=', 'click')
    .select(total('count'))
    .executeTakeFirst()
  return row?.count ?? 0
}

/** The titles of articles, by slug. */
async function findTitles(database: Database, rows: readonly { path: string }[]) {
  const slugs = [...new Set(rows.flatMap(({ path }) => articleSlugOf(path) ?? []))]
  if (slugs.length === 0) return new Map<string, string>()
  const articles = await database
    .selectFrom('articles')
    .select(['slug', 'title'])
    .where('slug', 'in', slugs)
    .execute()
  return new Map(articles.map(({ slug, title }) => [slug, title]))
}
