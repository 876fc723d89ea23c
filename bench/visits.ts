import { sql } from 'kysely'
import { createArticle } from '#seed/factories/news.ts'
import { localDay } from '#shared/company.ts'
import { cpuMs } from './measure.ts'
import type { Server } from './servers.ts'
import type { Site } from './site.ts'
import { atMost, table } from './table.ts'
import { timedColumns, timeReads } from './timed-reads.ts'
import { watchedTurns } from './turns.ts'

/** As many names as a day and a month keep, for two years: a report looks at two periods. */
const days = 731
const rowsOfDay = 1_000
const rowsOfMonth = 3_000
/** Events that each row of a day counts: 10,000,000 in a year. */
const eventsOfRow = 27
const answerMsMax = 1_000
const collected = 20_000

const dayMs = 24 * 60 * 60 * 1000
const dayOf = (back: number) => localDay(new Date(Date.now() - back * dayMs))

/** Measures the statistics of 10,000,000 events a year, and what it costs to collect an event. */
export async function measureVisits(site: Site): Promise<string> {
  await generateVisits(site)
  await using product = await site.start(watchedTurns)
  const headers = await site.signIn('ADMIN')
  const year = `from=${dayOf(364)}&to=${dayOf(0)}`
  const rows: string[][] = []
  for (const [name, query] of [
    ['30 days', ''],
    ['a year', year],
    ['400 days, from the middle of a month', `from=${dayOf(399)}&to=${dayOf(0)}`],
    ['a year of a page', `${year}&path=/services`],
    ['a year of a source', `${year}&source=source-7.example`],
    ['a year of a device', `${year}&device=phone`],
    [
      'a page, a source and a device',
      `${year}&path=/services&source=source-7.example&device=phone`,
    ],
  ] as const) {
    rows.push([
      name,
      ...(await timeReads(product, `/api/admin/analytics/?${query}`, headers, answerMsMax)),
    ])
  }
  return [
    table([`${site.engine}: statistics`, ...timedColumns], rows),
    table([`${site.engine}: collecting`, 'CPU ms of an event', 'goal'], [await collect(product)]),
  ].join('\n\n')
}

/** A tracker sends about ten events at once, each from its own address. */
async function collect(product: Server) {
  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent += 10) {
      const body = JSON.stringify({
        path: '/services',
        events: Array.from({ length: 10 }, (_, index) =>
          index === 0 ? { name: 'page_view' } : { name: 'click', value: `Button ${index}` },
        ),
      })
      const ip = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
      const response = await fetch(`${product.url}/api/website/visits/`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/131.0 Mobile',
          'x-forwarded-for': ip,
        },
        body,
      })
      if (response.status !== 204) throw new Error(`An event: status ${response.status}`)
    }
  }
  await send(collected / 10)
  const before = cpuMs(product.pid)
  await send(collected)
  const each = (cpuMs(product.pid) - before) / collected
  return [`${collected} events, ten at once`, each.toFixed(4), atMost(each, 0.05)]
}

async function generateVisits({ engine, services }: Site) {
  const { database } = services
  for (let index = 0; index < 50; index += 1) {
    await createArticle(services, { title: `Bench ${index}` })
  }
  const numbers = (count: number) => sql`with recursive numbers (i) as (
    select 0 union all select i + 1 from numbers where i < ${sql.lit(count - 1)})`
  const dimensions = sql`
    case when i % 5 = 0 then '/services' else '/insights/bench-' || i % 50 end,
    'source-' || i / 20 || '.example', case i % 3 when 0 then 'phone' when 1 then 'computer' else 'tablet' end`
  const add = async (period: string, count: number, events: number) => {
    const views = sql.lit(Math.ceil(events / 3))
    await sql`insert into visit_totals (period, path, source, device, page_views, landings, clicks, video_plays, seconds,
        scroll_25, scroll_50, scroll_75, scroll_90, scroll_100, time_30, time_60, time_120, time_300)
      ${numbers(count)} select ${period}, ${dimensions}, ${views}, 1, ${views}, 0, 100, 3, 2, 1, 1, 1, 3, 2, 1, 1
      from numbers where true on conflict do nothing`.execute(database)
    await sql`insert into visit_values (event, period, path, source, device, value, count)
      ${numbers(count)} select 'click', ${period}, ${dimensions}, 'Button ' || i % 40, ${views}
      from numbers where true on conflict do nothing`.execute(database)
  }
  const months = new Map<string, number>()
  for (let back = 0; back < days; back += 1) {
    const day = dayOf(back)
    months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + 1)
    await add(day, rowsOfDay, eventsOfRow)
  }
  for (const [month, count] of months) {
    await add(month, rowsOfMonth, (eventsOfRow * count * rowsOfDay) / rowsOfMonth)
  }
  if (engine === 'postgres') await sql`vacuum analyze`.execute(database)
}
