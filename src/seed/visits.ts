import type { Transaction } from 'kysely'
import { isArticlePublic } from '#database/public-articles.ts'
import type { Tables } from '#database/tables.ts'
import type { Count } from '#features/analytics/server/columns.ts'
import { addCounts } from '#features/analytics/server/counts.ts'
import { scrollMilestones, timeMilestones } from '#features/analytics/validation.ts'
import type { Services } from '#platform/http/context.ts'
import { localDay } from '#shared/company.ts'
import { dayMs } from '#shared/durations.ts'
import { type Random, randomFrom } from '#ui/ornament/random.ts'

const days = 60
const applicationPath = '/cohort-application'

type Page = {
  path: string
  /** Its share of a working day's views. */
  share: number
  /** How long a view lasts that is timed. */
  seconds: number
  clicks: readonly string[]
}

const pages: readonly Page[] = [
  { path: '/', share: 46, seconds: 48, clicks: ['Start Your Journey', 'Play video', 'Learn More'] },
  { path: applicationPath, share: 24, seconds: 210, clicks: ['Continue'] },
  { path: '/services', share: 17, seconds: 62, clicks: ['Hire with Us', 'Join our Talent'] },
  { path: '/insights', share: 15, seconds: 34, clicks: ['Next'] },
  { path: '/why-rwanda', share: 12, seconds: 74, clicks: ['Contact'] },
  { path: '/who-we-are', share: 11, seconds: 55, clicks: ['Services'] },
  { path: '/events', share: 9, seconds: 40, clicks: ['Register Now'] },
  { path: '/events/:id', share: 7, seconds: 66, clicks: [] },
  { path: '/register', share: 6, seconds: 150, clicks: [] },
  { path: '/contact', share: 6, seconds: 70, clicks: ['mailto', 'tel'] },
  { path: '/certificate', share: 2, seconds: 30, clicks: [] },
  { path: '/privacy', share: 1, seconds: 25, clicks: [] },
]

/** How many of those who see the application come to a step, and are refused a field. */
const stepShares = { chosen: 0.6, stack: 0.5, typed: 0.4, sent: 0.3 }
const refusedShares = { phone_number: 0.12, resume: 0.08, identification: 0.05 }

/** Stores what visitors of the last 60 days have read: fewer at weekends, more from week to week, new articles most. */
export async function seedVisits(transaction: Transaction<Tables>, now: Services['now']) {
  const articles = await transaction
    .selectFrom('articles')
    .select(['slug', 'published_at'])
    .where(isArticlePublic(now().toISOString()))
    .orderBy('id')
    .execute()
  const cohorts = await transaction
    .selectFrom('cohorts')
    .select('id')
    .where('status', '=', 'open')
    .orderBy('id')
    .execute()
  const random = randomFrom('abashyitsi')
  const counts = Array.from({ length: days }, (_, ago) => {
    const at = new Date(now().getTime() - ago * dayMs)
    const day = localDay(at)
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
    const growth = 1 - (0.4 * ago) / days
    const busy = growth * (isWeekend ? 0.45 : 1) * (ago === 0 ? 0.5 : 1)
    const read = articles.flatMap(({ slug, published_at }): Page[] => {
      const age = (at.getTime() - Date.parse(published_at ?? '')) / dayMs
      if (age < 0) return []
      const share = 0.8 + 14 / (1 + age / 3)
      return [{ path: `/insights/${slug}`, share, seconds: 140, clicks: ['News & Insights'] }]
    })
    return [...pages, ...read]
      .flatMap((page) => viewsOf(page, day, busy, random))
      .flatMap((one) => [one, ...stepsOf(one, cohorts, random)])
  })
  await addCounts(transaction, counts.flat())
  await transaction.insertInto('visitor_days').values(counts.map(visitorsOf)).execute()
}

/** Where visits come from, on what, and which part of them. */
type Origin = readonly [source: string, device: string, share: number]
const origins: readonly [Origin, ...Origin[]] = [
  ['direct', 'phone', 0.3],
  ['Google', 'phone', 0.24],
  ['WhatsApp', 'phone', 0.14],
  ['direct', 'computer', 0.12],
  ['LinkedIn', 'computer', 0.1],
  ['newsletter', 'phone', 0.05],
  ['kigalitoday.com', 'computer', 0.03],
  ['Google', 'tablet', 0.02],
]

/** A count by source and device; what is left over is the first one's. */
function byOrigin(one: Omit<Count, 'source' | 'device'>): Count[] {
  const [[source, device], ...others] = origins
  const parts = others.map(([source, device, share]) => ({
    ...one,
    source,
    device,
    count: Math.floor(one.count * share),
    seconds: Math.floor(one.seconds * share),
  }))
  const left = (column: 'count' | 'seconds') =>
    one[column] - parts.reduce((sum, part) => sum + part[column], 0)
  return [
    ...parts,
    { ...one, source, device, count: left('count'), seconds: left('seconds') },
  ].filter(({ count }) => count > 0)
}

/** How far the views of the application came; the first cohorts are chosen most. */
function stepsOf(view: Count, cohorts: readonly { id: number }[], random: Random): Count[] {
  if (view.event !== 'page_view' || view.path !== applicationPath) return []
  return cohorts.flatMap(({ id }, index) => {
    const views = view.count / 2 ** (index + 1)
    const luck = random.next()
    const shares = [
      ...Object.entries(stepShares).map(([step, share]) => [`${step} ${id}`, share] as const),
      ...Object.entries(refusedShares).map(([field, share]) => {
        return [`refused ${id} ${field}`, share] as const
      }),
    ]
    return shares
      .map(([value, share]) => ({
        ...view,
        event: 'application_step',
        value,
        seconds: 0,
        count: Math.floor(views * share + luck),
      }))
      .filter(({ count }) => count > 0)
  })
}

/** Each visitor sees about two pages. */
function visitorsOf(counts: readonly Count[]) {
  const views = counts.filter(({ event }) => event === 'page_view')
  const visitors = Math.round(views.reduce((sum, { count }) => sum + count, 0) / 2.1)
  return { day: counts[0]?.day ?? '', salt: '', registers: '', visitors }
}

/** What is counted of a page on a day, as the tracker of visits would. */
function viewsOf(
  { path, share, seconds, clicks }: Page,
  day: string,
  busy: number,
  random: Random,
) {
  /** About so many. */
  const some = (count: number) => Math.floor(count * (0.7 + 0.6 * random.next()) + random.next())
  const views = some(share * busy)
  const count = (event: string, value: string | number, count: number, seconds = 0): Count[] =>
    byOrigin({ day, path, event, value: String(value), count, seconds })
  const timed = Math.min(views, some(views * 0.8))
  return [
    ...count('page_view', '', views),
    ...count('landing', '', Math.floor(views / 2)),
    ...count('total_time', '', timed, timed * some(seconds)),
    ...scrollMilestones.flatMap((depth) =>
      count('scroll_depth', depth, Math.floor(views * (1 - depth / 140))),
    ),
    ...timeMilestones.flatMap((least) =>
      count('time_on_page', least, Math.floor(views * Math.exp(-least / seconds))),
    ),
    ...clicks.flatMap((name) => {
      const clicked = some(views * 0.12)
      const played = name === 'Play video' ? count('Watch Video', '', clicked) : []
      return [...count('click', name, clicked), ...played]
    }),
  ]
}
