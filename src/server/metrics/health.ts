import { createHash, timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import { findPendingMigrations } from '#database/open.ts'
import { inTime } from '#platform/background/in-time.ts'
import type { Services } from '#platform/http/context.ts'
import type { AppEnvironment } from '../environment.ts'
import { type Metrics, writeMetrics } from './metrics.ts'
import { joinMetrics } from './workers.ts'

const databaseMsMax = 3_000

/** Serves /healthz (the process runs), /readyz (it can serve) and, with the token, /metrics. */
export function serveHealth(
  app: Hono<AppEnvironment>,
  services: Services,
  {
    metrics,
    isStopping,
  }: { metrics?: Metrics | undefined; isStopping?: (() => boolean) | undefined },
) {
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const problem = isStopping?.() ? 'the process is stopping' : await findProblem(services)
    return problem ? c.json({ status: problem }, 503) : c.json({ status: 'ok' })
  })
  const { metricsToken } = services.config
  if (!metrics || !metricsToken) return
  const collect = joinMetrics(metrics.read)
  app.get('/metrics', async (c) => {
    const [scheme, token = ''] = (c.req.header('authorization') ?? '').split(' ')
    if (scheme !== 'Bearer' || !isSame(token, metricsToken)) {
      return c.json({ detail: 'The token of METRICS_TOKEN is needed.' }, 401)
    }
    const [{ processes, ended }, outbox] = await Promise.all([
      collect(),
      inTime(findWaiting(services), databaseMsMax).catch(() => null),
    ])
    c.header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
    c.header('cache-control', 'no-store')
    return c.body(writeMetrics(processes, ended, outbox))
  })
}

async function findProblem({ database }: Services) {
  try {
    const pending = await inTime(findPendingMigrations(database), databaseMsMax)
    return pending.length > 0 ? 'migrations have yet to run' : null
  } catch {
    return 'the database does not answer'
  }
}

/** How many emails wait to be sent, and for how long the first of those that are due. */
async function findWaiting({ database, now }: Services) {
  const found = await database
    .selectFrom('outbox')
    .select((select) => [
      select.fn.countAll<number>().as('waiting'),
      select.fn.min('next_try_at').as('first'),
    ])
    .where('next_try_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const oldestMs = found.first ? now().getTime() - Date.parse(String(found.first)) : 0
  return { waiting: Number(found.waiting), oldestS: Math.max(0, Math.round(oldestMs / 1000)) }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(digestOf(one), digestOf(other))
