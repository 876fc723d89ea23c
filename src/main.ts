import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { createFirstAdmin } from '#features/accounts/server/first-admin.ts'
import { type Config, readConfig } from './config.ts'
import { seedDemo } from './seed/demo.ts'
import { serve } from './serve.ts'
import { openServices } from './services.ts'

/** Configuration → database → app → listen. With several workers, the first process prepares and they serve. */
async function main() {
  const config = readConfigOrExit()
  if (cluster.isWorker) return serve(config)

  const firstAdmin = await prepare(config)
  const address = config.workers > 1 ? await serveWithWorkers(config) : await serve(config)
  console.log(`\n  The site is at ${config.siteUrl ?? address}`)
  console.log(`  The dashboard is at ${config.siteUrl ?? address}/dashboard`)
  if (firstAdmin) {
    console.log(`\n  Sign in as   ${firstAdmin.email}`)
    if (!config.admin.password) {
      console.log(`  Password     ${firstAdmin.password}`)
      console.log('  The password is shown this once. Please change it after signing in.')
    }
  }
  console.log('')
}

function readConfigOrExit() {
  try {
    return readConfig()
  } catch (error) {
    console.error(`The configuration is not right: ${(error as Error).message}`)
    process.exit(1)
  }
}

/** Brings the database up to date and fills it where it is empty. */
async function prepare(config: Config) {
  const { services, migrated, close } = await openServices(config)
  if (migrated.length > 0) console.log(`  Database brought up to date: ${migrated.join(', ')}`)
  const firstAdmin = await createFirstAdmin(services)
  if (config.seed === 'demo' && (await seedDemo(services))) console.log('  Demo content stored')
  await close()
  return firstAdmin
}

function serveWithWorkers(config: Config) {
  const count = Math.min(config.workers, availableParallelism() * 4)
  return new Promise<string>((resolve) => {
    let listening = 0
    cluster.on('listening', (_worker, { port }) => {
      listening += 1
      if (listening === count) resolve(`http://localhost:${port}`)
    })
    let isStopping = false
    cluster.on('exit', (worker) => {
      // One that died is replaced; one that was told to stop is not.
      if (!isStopping && !worker.exitedAfterDisconnect) cluster.fork()
    })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        isStopping = true
        for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
      })
    }
    for (let started = 0; started < count; started += 1) cluster.fork()
  })
}

try {
  await main()
} catch (error) {
  console.error(`The start failed: ${(error as Error).message || error}`)
  process.exit(1)
}
