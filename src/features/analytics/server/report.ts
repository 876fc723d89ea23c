import { type Expression, sql } from 'kysely'
import type { Database } from '#database/open.ts'
import { isArticlePublic } from '#database/public-articles.ts'
import type { VisitColumn } from '#database/visit-tables.ts'
import type { AnalyticsReport } from '../contract.ts'
import { scrollMilestones, timeMilestones } from '../validation.ts'
import { visitColumns } from './columns.ts'
import { makeFunnel } from './funnel.ts'
import { articleSlugOf, otherPath, titleOf } from './pages.ts'
import { addDays, daysBetween, periodsBetween } from './periods.ts'
import { kindOf } from './sources.ts'

const rowsMax = 15
/** More than the values that a month keeps. */
const stepsMax = 5_000

export type VisitSelection = {
  path?: string
  source?: string
  device?: string
}
type Period = { from: string; to: string }
type Sums = Record<VisitColumn, number>
type Row = Sums & { path: string; source: string; device: string }

/**
 * Reports the counts of a period (both days inclusive), of all visits or some, beside those of the period before.
 * @param options.publicAt when those see it who may not know of unpublished articles and draft cohorts (ISO 8601): the
 * addresses of `clicked`, which no link shows, still tell of them
 */
export async function makeReport(
  database: Database,
  { from, to, ...filters }: Period & VisitSelection,
  { publicAt }: { publicAt?: string } = {},
): Promise<AnalyticsReport> {
  const before = { from: addDays(from, -daysBetween(from, to) - 1), to: addDays(from, -1) }
  const counted = await findRows(database, { from, to }, filters)
  const rows = await foldHidden(database, counted, publicAt)
  const earlier = await findRows(database, before, filters)
  const days = await findDays(database, { from, to }, filters)
  const visitors = await findVisitors(database, before.from, to)
  const clicked = await findValues(database, 'click', { from, to }, filters)
  const notFound = await findValues(database, 'not_found', { from, to }, filters)
  const campaigns = await findValues(database, 'campaign', { from, to }, filters)
  const languages = await findValues(database, 'language', { from, to }, filters)

  const steps = await findValues(database, 'application_step', { from, to }, filters)

  const pages = largest(groupBy(rows, 'path'), 'page_views')
  const landings = rows.filter((row) => row.landings > 0 && kindOf(row.source) !== 'none')
  const landed = largest(groupBy(landings, 'path'), 'landings')
  const titles = await findTitles(database, [...pages, ...clicked, ...landed], publicAt)
  const sums = sumOf(rows)
  const dayVisitors = (day: string) => visitors.get(day) ?? 0
  return {
    from,
    to,
    ...statsOf(sums),
    ...visitorsOf({ from, to }, visitors),
    before: { ...before, ...statsOf(sumOf(earlier)), ...visitorsOf(before, visitors) },
    days: daysOf({ from, to }).map((day) => ({
      day,
      page_views: days.get(day) ?? 0,
      visitors: dayVisitors(day),
    })),
    pages: pages.map((page) => ({
      path: page.path,
      title: titleOf(page.path, titles),
      page_views: page.page_views,
      seconds_per_view: secondsPerView(page),
    })),
    sources: largest(groupBy(rows, 'source'), 'page_views').map((row) => ({
      source: row.source,
      kind: kindOf(row.source),
      page_views: row.page_views,
      landings: row.landings,
    })),
    devices: largest(groupBy(rows, 'device'), 'page_views').map(({ device, page_views }) => ({
      device,
      page_views,
    })),
    landings_by_page: landed.map(({ path }) => {
      const ofKind = (kind: ReturnType<typeof kindOf>) =>
        sumOf(landings.filter((row) => row.path === path && kindOf(row.source) === kind)).landings
      return {
        path,
        title: titleOf(path, titles),
        search: ofKind('search'),
        shared: ofKind('shared'),
        sites: ofKind('site'),
      }
    }),
    scroll_depth: scrollMilestones.map((percent) => ({
      percent,
      count: sums[`scroll_${percent}`],
    })),
    time_on_page: timeMilestones.map((seconds) => ({ seconds, count: sums[`time_${seconds}`] })),
    clicked: clicked.map(({ value, path, count }) => ({
      label: value,
      path,
      count,
      title: titleOf(path, titles),
    })),
    campaigns: campaigns.map(({ value, source, count }) => ({ name: value, source, count })),
    languages: languages.map(({ value, count }) => ({ language: value, count })),
    funnel: await makeFunnel(
      database,
      sumOf(rows.filter(({ path }) => path === '/cohort-application')).page_views,
      steps,
      publicAt !== undefined,
    ),
    not_found: notFound.map(({ value, source, count }) => ({ path: value, source, count })),
  }
}

const statsOf = (sums: Sums) => ({
  page_views: sums.page_views,
  landings: sums.landings,
  clicks: sums.clicks,
  video_plays: sums.video_plays,
  seconds_per_view: secondsPerView(sums),
})

const secondsPerView = ({ seconds, page_views }: Pick<Sums, 'seconds' | 'page_views'>) =>
  page_views > 0 ? Math.round(seconds / page_views) : null

const daysOf = ({ from, to }: Period) =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))

/** Visitors are counted by day: nobody knows who comes again on another one. */
function visitorsOf(period: Period, visitors: ReadonlyMap<string, number>) {
  const counts = daysOf(period).flatMap((day) => visitors.get(day) ?? [])
  const sum = counts.reduce((total, count) => total + count, 0)
  return { visitors_per_day: counts.length > 0 ? Math.round(sum / counts.length) : null }
}

const none = Object.fromEntries(visitColumns.map((column) => [column, 0])) as Sums

function sumOf(rows: readonly Sums[]) {
  const sums = { ...none }
  for (const row of rows) for (const column of visitColumns) sums[column] += row[column]
  return sums
}

/** The sums of the rows that have the same page, source or device. */
function groupBy<Key extends 'path' | 'source' | 'device'>(rows: readonly Row[], key: Key) {
  const groups = new Map<string, Sums & { [Name in Key]: string }>()
  for (const row of rows) {
    const group = groups.get(row[key]) ?? { ...none, [key]: row[key] }
    groups.set(row[key], group as Sums & { [Name in Key]: string })
    for (const column of visitColumns) group[column] += row[column]
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
}

const largest = <Group extends Sums>(groups: Group[], by: VisitColumn) =>
  groups
    .filter((group) => group[by] > 0)
    .sort((a, b) => b[by] - a[by])
    .slice(0, rowsMax)

// Cast, because in PostgreSQL the sum of a bigint is a numeric, which arrives as text.
const total = <Column extends string>(column: Column) =>
  sql<number>`cast(sum(${sql.ref(column)}) as bigint)`.as(column)

/** The conditions of the filters. */
export function matches({ path, source, device }: VisitSelection): Expression<boolean> {
  const conditions = Object.entries({ path, source, device }).flatMap(([column, value]) =>
    value === undefined ? [] : [sql<boolean>`${sql.ref(column)} = ${value}`],
  )
  return conditions.length > 0
    ? (sql.join(conditions, sql` and `) as Expression<boolean>)
    : sql`true`
}

const findRows = (database: Database, { from, to }: Period, filters: VisitSelection) =>
  database
    .selectFrom('visit_totals')
    .where('period', 'in', periodsBetween(from, to))
    .where(matches(filters))
    .select(['path', 'source', 'device', ...visitColumns.map(total)])
    .groupBy(['path', 'source', 'device'])
    .execute()

async function findDays(database: Database, { from, to }: Period, filters: VisitSelection) {
  const rows = await database
    .selectFrom('visit_totals')
    .where('period', '>=', from)
    .where('period', '<=', to)
    // Not the months between the days.
    .where(sql<boolean>`length(period) = 10`)
    .where(matches(filters))
    .select(['period', total('page_views')])
    .groupBy('period')
    .execute()
  return new Map(rows.map(({ period, page_views }) => [period, page_views]))
}

async function findVisitors(database: Database, from: string, to: string) {
  const rows = await database
    .selectFrom('visitor_days')
    .select(['day', 'visitors'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  return new Map(rows.map(({ day, visitors }) => [day, visitors]))
}

/** The columns that each event's values are grouped by. */
const valueColumns = {
  click: ['value', 'path'],
  campaign: ['value', 'source'],
  not_found: ['value', 'source'],
  language: ['value'],
  application_step: ['value'],
} as const

/** The most frequent values of an event. */
async function findValues(
  database: Database,
  event: keyof typeof valueColumns,
  { from, to }: Period,
  filters: VisitSelection,
) {
  const columns = valueColumns[event]
  const rows = await database
    .selectFrom('visit_values')
    .where('event', '=', event)
    .where('period', 'in', periodsBetween(from, to))
    .where(matches(filters))
    .select([...columns, total('count')])
    .groupBy(columns)
    .orderBy('count', 'desc')
    .orderBy(sql.join(columns.map((column) => sql.ref(column))))
    .limit(event === 'application_step' ? stepsMax : rowsMax)
    .execute()
  // The rows have only those columns that the event's list shows.
  return rows as { value: string; path: string; source: string; count: number }[]
}

/** The rows, with those of articles that are not public under `other`: their slugs tell what they are about. */
async function foldHidden(database: Database, rows: readonly Row[], publicAt: string | undefined) {
  if (publicAt === undefined) return rows
  const titles = await findTitles(database, rows, publicAt)
  return rows.map((row) => {
    const slug = articleSlugOf(row.path)
    return slug === undefined || titles.has(slug) ? row : { ...row, path: otherPath }
  })
}

/** The titles of articles, by slug. */
async function findTitles(
  database: Database,
  rows: readonly { path: string }[],
  publicAt: string | undefined,
) {
  const slugs = [...new Set(rows.flatMap(({ path }) => articleSlugOf(path) ?? []))]
  if (slugs.length === 0) return new Map<string, string>()
  let query = database.selectFrom('articles').select(['slug', 'title']).where('slug', 'in', slugs)
  if (publicAt !== undefined) query = query.where(isArticlePublic(publicAt))
  const articles = await query.execute()
  return new Map(articles.map(({ slug, title }) => [slug, title]))
}
