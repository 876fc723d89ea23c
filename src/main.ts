import cluster from 'node:cluster'
import { findConnectionsMax } from '#database/postgres.ts'
import { createFirstAdmin } from '#features/accounts/server/first-admin.ts'
import { shareSlots } from '#platform/background/machine-slots.ts'
import { inheritedSocket, notifyReady } from '#platform/background/systemd.ts'
import { messageOf } from '#platform/error-message.ts'
import type { Services } from '#platform/http/context.ts'
import { relayMetrics } from '#server/metrics/workers.ts'
import { serve } from '#server/serve.ts'
import { openServices } from '#server/services.ts'
import { type Config, readConfig } from './config.ts'

/** Configuration → database → app → listen. With several workers, the first process prepares and the workers serve. */
async function main() {
  const config = readConfigOrExit()
  if (cluster.isWorker) return serve(config)

  const firstAdmin = await prepare(config)
  try {
    const url = config.workers > 1 ? await serveWithWorkers(config) : await serve(config)
    await notifyReady()
    console.log(`\n  The site is at ${config.siteUrl ?? url}`)
    console.log(`  The dashboard is at ${config.siteUrl ?? url}/dashboard`)
    if (!config.siteUrl) {
      console.log('  Where others visit it, set SITE_URL: search engines and shared links want it.')
    }
  } finally {
    // Also when serving fails, because the generated password is shown only once.
    if (firstAdmin) printSignIn(firstAdmin, config)
  }
  console.log('')
}

function printSignIn({ email, password }: { email: string; password: string }, config: Config) {
  console.log(`\n  Sign in as   ${email}`)
  if (config.admin.password) return
  console.log(`  Password     ${password}`)
  console.log('  The password is shown this once. Please change it after signing in.')
}

function readConfigOrExit() {
  try {
    return readConfig()
  } catch (error) {
    console.error(`The configuration is not right: ${(error as Error).message}`)
    process.exit(1)
  }
}

/** Migrates the database, and fills it if it is empty. */
async function prepare(config: Config) {
  const { services, migrated, close } = await openServices(config)
  await warnOfConnections(services)
  if (migrated.length > 0) console.log(`  Database brought up to date: ${migrated.join(', ')}`)
  if (config.seed === 'demo' && (await storeDemo(services))) console.log('  Demo content stored')
  const firstAdmin = await createFirstAdmin(services)
  await close()
  return firstAdmin
}

/** Fills a database without content. No other start loads the demo. @returns whether it was stored */
async function storeDemo(services: Services) {
  if (await hasContent(services)) return false
  const { seedDemo } = await import('#seed/demo.ts')
  return seedDemo(services)
}

async function hasContent({ database }: Services) {
  const counts = await Promise.all([
    database.selectFrom('cohorts').select('id').limit(1).executeTakeFirst(),
    database.selectFrom('tech_stacks').select('id').limit(1).executeTakeFirst(),
  ])
  return counts.some((row) => row !== undefined)
}

/** PostgreSQL refuses connections beyond its limit, and requests would fail under load only. */
async function warnOfConnections({ config, database, log }: Services) {
  if (!config.databaseUrl) return
  const wanted = config.workers * config.databasePoolSize
  const max = await findConnectionsMax(database)
  if (wanted <= max) return
  log.warn(
    { wanted, max },
    'WORKERS × DATABASE_POOL_SIZE is more connections than PostgreSQL has: lower one of them, or raise max_connections',
  )
}

const restartMs = 1_000

function serveWithWorkers({ workers: count }: Config) {
  relayMetrics()
  shareSlots()
  return new Promise<string>((resolve, reject) => {
    let listening = 0
    const serving = new Set<number>()
    cluster.on('listening', ({ id }, { port }) => {
      listening += 1
      serving.add(id)
      if (listening === count) resolve(`http://localhost:${port}`)
    })
    let isStopping = false
    cluster.on('exit', ({ id }) => {
      if (isStopping) return
      serving.delete(id)
      // A worker that fails to start would fail again; only one that has served is replaced.
      if (listening < count) reject(new Error('A worker ended before it could serve.'))
      // Node has closed the socket with the last worker, and no other could listen on it. systemd passes it on anew.
      else if (serving.size === 0 && inheritedSocket() !== undefined) process.exit(1)
      else setTimeout(() => isStopping || cluster.fork(), restartMs)
    })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        isStopping = true
        // Another signal than Ctrl-C, which a terminal has sent them already: a second one would cut their stop short.
        for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
      })
    }
    for (let started = 0; started < count; started += 1) cluster.fork()
  })
}

try {
  await main()
} catch (error) {
  console.error(`The start failed: ${messageOf(error)}`)
  process.exit(1)
}
