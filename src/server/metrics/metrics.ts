import { monitorEventLoopDelay } from 'node:perf_hooks'
import { countConnections } from '#database/postgres.ts'
import type { PageCache } from '#platform/cache/page-cache.ts'

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
  cacheHits: number
  cacheMisses: number
  gauges: Record<string, number>
}

export type Metrics = ReturnType<typeof createMetrics>

/** Counts requests by plain additions: a request costs well under a microsecond. */
export function createMetrics(pages: Pick<PageCache, 'counts'>) {
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
      }
      delay.reset()
      return {
        routes: Object.fromEntries(routes),
        cacheHits: pages.counts.hits,
        cacheMisses: pages.counts.misses,
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
  return {
    routes,
    cacheHits: sum(all.map(({ cacheHits }) => cacheHits)),
    cacheMisses: sum(all.map(({ cacheMisses }) => cacheMisses)),
  }
}

type Outbox = { waiting: number; oldestS: number }

/**
 * Writes the text format of Prometheus: counters of all processes together, gauges of each.
 * @param processes by the names of the processes that are running
 * @param ended what was counted by those that are no more, so that no sum ever falls
 * @param outbox null where the database does not tell
 */
export function writeMetrics(
  processes: Readonly<Record<string, ProcessMetrics>>,
  ended: readonly ProcessMetrics[],
  outbox: Outbox | null,
) {
  const { routes, cacheHits, cacheMisses } = sumProcesses([...Object.values(processes), ...ended])
  const byRoute = Object.entries(routes)
  const requests = byRoute.flatMap(([route, { statuses }]) =>
    Object.entries(statuses).map(
      ([status, count]) => `huza_requests_total{route="${route}",status="${status}"} ${count}`,
    ),
  )
  const name = 'huza_request_duration_seconds'
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
  const handled = Object.entries(processes).map(([id, one]) => {
    const counts = Object.values(one.routes).flatMap(({ statuses }) => Object.values(statuses))
    return `huza_process_requests_total{process="${id}"} ${sum(counts)}`
  })
  return [
    ...['# TYPE huza_requests_total counter', ...requests],
    ...['# TYPE huza_process_requests_total counter', ...handled],
    ...[`# TYPE ${name} histogram`, ...durations],
    ...['# TYPE huza_page_cache_hits_total counter', `huza_page_cache_hits_total ${cacheHits}`],
    ...[
      '# TYPE huza_page_cache_misses_total counter',
      `huza_page_cache_misses_total ${cacheMisses}`,
    ],
    ...(outbox ? writeOutbox(outbox) : []),
    ...[...gauges].flatMap(([metric, lines]) => [`# TYPE ${metric} gauge`, ...lines]),
    '',
  ].join('\n')
}

const writeOutbox = ({ waiting, oldestS }: Outbox) => [
  ...['# TYPE huza_outbox_waiting gauge', `huza_outbox_waiting ${waiting}`],
  ...['# TYPE huza_outbox_oldest_seconds gauge', `huza_outbox_oldest_seconds ${oldestS}`],
]
