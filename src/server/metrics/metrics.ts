import { monitorEventLoopDelay } from 'node:perf_hooks'
import { countConnections } from '#database/postgres.ts'
import type { PageCache } from '#platform/cache/page-cache.ts'
import type { Replica } from '#platform/cache/replica.ts'
import { emailCounts } from '#platform/mail/send-due-emails.ts'

/** The upper ends of the buckets of durations. */
const bucketsMs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]

type RouteCounts = {
  /** The number of responses by status. */
  statuses: Record<number, number>
  /** The number of responses of each bucket alone, and last of those that took longer. */
  durations: number[]
  totalMs: number
}

/** What a process has counted, and how it is at the moment: plain data, sent between processes. */
export type ProcessMetrics = {
  routes: Record<string, RouteCounts>
  counters: Record<string, number>
  gauges: Record<string, number>
}

export type Metrics = ReturnType<typeof createMetrics>

/** Counts requests by plain additions: a request costs well under a microsecond. */
export function createMetrics(pages: Pick<PageCache, 'counts'>, replica: Replica | null) {
  const routes = new Map<string, RouteCounts>()
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()

  return {
    /** @param route a pattern of ours, never a path, of which a client can make up any number */
    record(route: string, status: number, durationMs: number) {
      let counts = routes.get(route)
      if (!counts) {
        counts = { statuses: {}, durations: Array(bucketsMs.length + 1).fill(0), totalMs: 0 }
        routes.set(route, counts)
      }
      counts.statuses[status] = (counts.statuses[status] ?? 0) + 1
      counts.totalMs += durationMs
      let bucket = 0
      while (bucket < bucketsMs.length && durationMs > (bucketsMs[bucket] as number)) bucket += 1
      counts.durations[bucket] = (counts.durations[bucket] as number) + 1
    },
    /** What this process has counted. The delays of its event loop are those since it was last asked. */
    read(): ProcessMetrics {
      const memory = process.memoryUsage()
      const connections = countConnections()
      const gauges = {
        'huza_event_loop_delay_seconds{quantile="0.5"}': delay.percentile(50) / 1e9,
        'huza_event_loop_delay_seconds{quantile="0.99"}': delay.percentile(99) / 1e9,
        'huza_memory_bytes{kind="resident"}': memory.rss,
        'huza_memory_bytes{kind="heap"}': memory.heapUsed,
        'huza_database_connections{state="used"}': connections.used,
        'huza_database_connections{state="idle"}': connections.idle,
        huza_database_waiting: connections.waiting,
        huza_uptime_seconds: Math.round(process.uptime()),
        ...replica?.gauges(),
      }
      delay.reset()
      return {
        routes: Object.fromEntries(routes),
        counters: {
          huza_page_cache_hits_total: pages.counts.hits,
          huza_page_cache_misses_total: pages.counts.misses,
          'huza_emails_total{outcome="sent"}': emailCounts.sent,
          'huza_emails_total{outcome="put off"}': emailCounts.put_off,
          'huza_emails_total{outcome="given up"}': emailCounts.given_up,
          ...replica?.counters(),
        },
        gauges,
      }
    },
    stop: () => delay.disable(),
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Adds up what processes have counted. */
export function sumProcesses(all: readonly ProcessMetrics[]): Omit<ProcessMetrics, 'gauges'> {
  const routes: Record<string, RouteCounts> = {}
  for (const [route, counts] of all.flatMap((one) => Object.entries(one.routes))) {
    const known = routes[route]
    const durations = counts.durations.map((count, at) => count + (known?.durations[at] ?? 0))
    const statuses = { ...known?.statuses }
    for (const [status, count] of Object.entries(counts.statuses)) {
      statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count
    }
    routes[route] = { statuses, durations, totalMs: counts.totalMs + (known?.totalMs ?? 0) }
  }
  const counters: Record<string, number> = {}
  for (const [name, count] of all.flatMap((one) => Object.entries(one.counters))) {
    counters[name] = (counters[name] ?? 0) + count
  }
  return { routes, counters }
}

/**
 * Writes the text format of Prometheus: counters of all processes together, gauges of each.
 * @param processes by the names of the processes that are running
 * @param ended what was counted by those that are no more, so that no sum ever falls
 * @param site what is the same for all processes, by the names of the metrics; without those that can't be told now
 */
export function writeMetrics(
  processes: Readonly<Record<string, ProcessMetrics>>,
  ended: readonly ProcessMetrics[],
  site: Readonly<Record<string, number>>,
) {
  const { routes, counters } = sumProcesses([...Object.values(processes), ...ended])
  const byRoute = Object.entries(routes)
  const requests = byRoute.flatMap(([route, { statuses }]) =>
    Object.entries(statuses).map(
      ([status, count]) => `huza_requests_total{route="${route}",status="${status}"} ${count}`,
    ),
  )
  const name = durationsName
  const durations = byRoute.flatMap(([route, counts]) => {
    let total = 0
    const buckets = counts.durations.map((count, at) => {
      total += count
      const bucketMs = bucketsMs[at]
      const end = bucketMs === undefined ? '+Inf' : bucketMs / 1000
      return `${name}_bucket{route="${route}",le="${end}"} ${total}`
    })
    const label = `{route="${route}"}`
    return [
      ...buckets,
      `${name}_sum${label} ${counts.totalMs / 1000}`,
      `${name}_count${label} ${total}`,
    ]
  })
  const gauges = new Map<string, string[]>()
  for (const [id, { gauges: values }] of Object.entries(processes)) {
    for (const [key, value] of Object.entries(values)) {
      const [metric = '', labels = ''] = key.replace('}', '').split('{')
      const all = [`process="${id}"`, labels].filter(Boolean).join(',')
      gauges.set(metric, [...(gauges.get(metric) ?? []), `${metric}{${all}} ${value}`])
    }
  }
  const counted = Map.groupBy(Object.entries(counters), ([key]) => key.split('{', 1)[0] ?? '')
  const handled = Object.entries(processes).map(([id, one]) => {
    const counts = Object.values(one.routes).flatMap(({ statuses }) => Object.values(statuses))
    return `huza_process_requests_total{process="${id}"} ${sum(counts)}`
  })
  return [
    ...family('huza_requests_total', requests),
    ...family('huza_process_requests_total', handled),
    ...family(name, durations),
    ...[...counted].flatMap(([metric, counts]) =>
      family(
        metric,
        counts.map(([key, count]) => `${key} ${count}`),
      ),
    ),
    ...Object.entries(site).flatMap(([metric, value]) => family(metric, [`${metric} ${value}`])),
    ...[...gauges].flatMap(([metric, lines]) => family(metric, lines)),
    '',
  ].join('\n')
}

const durationsName = 'huza_request_duration_seconds'

/** What each metric is: its type, and what it tells. */
const described: Readonly<Record<string, readonly [type: string, help: string]>> = {
  huza_requests_total: ['counter', 'Requests by route and status, of all processes.'],
  huza_process_requests_total: ['counter', 'Requests of each process.'],
  [durationsName]: ['histogram', 'How long requests took, by route, of all processes.'],
  huza_page_cache_hits_total: ['counter', 'Pages and public reads answered from memory.'],
  huza_page_cache_misses_total: ['counter', 'Pages and public reads that were made anew.'],
  huza_replica_reads_total: ['counter', 'What visitors read, by the database that answered.'],
  huza_replica_used: ['gauge', 'Whether the standby is read from.'],
  huza_replica_lag_seconds: ['gauge', 'How far the standby is behind.'],
  huza_emails_total: ['counter', 'Emails tried, by what became of them, without outages of ours.'],
  huza_outbox_waiting: ['gauge', 'Emails that wait to be sent.'],
  huza_outbox_oldest_seconds: [
    'gauge',
    'For how long the first email has waited that is due or failed.',
  ],
  huza_ready: ['gauge', 'Whether the database answers and is up to date.'],
  huza_backup_age_seconds: ['gauge', 'How old the last backup is that could be restored.'],
  huza_disk_free_bytes: ['gauge', 'What the disk of the data folder has left.'],
  huza_event_loop_delay_seconds: ['summary', 'Delays of the event loop since the last scrape.'],
  huza_memory_bytes: ['gauge', 'Memory of the process, resident and of its heap.'],
  huza_database_connections: ['gauge', 'Connections to PostgreSQL, used and idle.'],
  huza_database_waiting: ['gauge', 'Queries that wait for a connection.'],
  huza_uptime_seconds: ['gauge', 'For how long the process has run.'],
}

function family(name: string, lines: readonly string[]) {
  const [type = 'untyped', help = ''] = described[name] ?? []
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines]
}
