import { createHash, timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import { findPendingMigrations } from '#database/open.ts'
import { inTime } from '#platform/background/in-time.ts'
import type { Services } from '#platform/http/context.ts'
import { findWaitingEmails } from '#platform/mail/outbox.ts'
import { findLastBackup } from '#platform/storage/last-backup.ts'
import { freeMbOf } from '#platform/storage/storage.ts'
import type { AppEnvironment } from '../environment.ts'
import { type Metrics, writeMetrics } from './metrics.ts'
import { joinMetrics } from './workers.ts'

const databaseMsMax = 3_000

/** Serves /healthz (the process runs), /readyz (it can serve) and, with the token, /metrics. */
export function serveHealth(
  app: Hono<AppEnvironment>,
  services: Services,
  { metrics, isStopping }: { metrics?: Metrics; isStopping?: () => boolean },
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
    const [{ processes, ended }, ...site] = await Promise.all([
      collect(),
      ...[findReady, findWaiting, findBackupAge, findFreeBytes].map((find) =>
        inTime(find(services), databaseMsMax).catch(() => ({})),
      ),
    ])
    c.header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
    c.header('cache-control', 'no-store')
    return c.body(writeMetrics(processes, ended, Object.assign({}, ...site)))
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

/** How many emails wait to be sent, and for how long the first one has. */
async function findWaiting(services: Services) {
  const { count, oldest_at } = await findWaitingEmails(services)
  const oldestMs = oldest_at ? services.now().getTime() - Date.parse(oldest_at) : 0
  return {
    huza_outbox_waiting: count,
    huza_outbox_oldest_seconds: Math.max(0, Math.round(oldestMs / 1000)),
  }
}

async function findBackupAge({ database, now }: Services): Promise<Record<string, number>> {
  const at = await findLastBackup(database)
  return at
    ? { huza_backup_age_seconds: Math.round((now().getTime() - Date.parse(at)) / 1000) }
    : {}
}

const findReady = async (services: Services) => ({
  huza_ready: (await findProblem(services)) === null ? 1 : 0,
})

const findFreeBytes = async ({ config }: Services) => ({
  huza_disk_free_bytes: (await freeMbOf(config.dataDir)) * 1024 * 1024,
})

const digestOf = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(digestOf(one), digestOf(other))
