import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import type { Config } from '#config'
import { undoInMemory } from '#database/open.ts'
import { inTime } from '#platform/background/in-time.ts'
import { listen } from '#platform/background/systemd.ts'
import { forCdn } from '#platform/cache/cdn.ts'
import { cacheBytesMax, createPageCache } from '#platform/cache/page-cache.ts'
import { loadStaticFiles } from '#platform/cache/static-files.ts'
import { perWorker } from '#platform/per-worker.ts'
import { createApp, nodeListener } from './app.ts'
import { startBackground } from './background.ts'
import { createExpiry } from './cache/expiry.ts'
import { createFastPath } from './cache/fast-path.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createPageHandler } from './pages/handler.ts'
import { createPageKeys } from './pages/page-keys.ts'
import { openServices } from './services.ts'
import { shutDown } from './shut-down.ts'
import { createVisitsPath } from './visits-path.ts'

/** Headers and body must arrive within these times, so that slow clients can't hold connections for ever. */
const headersTimeoutMs = 20_000
const requestTimeoutMs = 15 * 60_000
/** A stop takes no longer: an update or restart of the machine waits for it. */
const stopMsMax = 10_000

/**
 * Serves until SIGTERM or SIGINT, then finishes the requests under way.
 * @returns the URL that it listens on
 * @throws when the port or the host is not available
 */
export async function serve(config: Config): Promise<string> {
  const { services, close } = await openServices(config)
  await undoInMemory(services.database)
  const server = createServer()
  const vite = config.mode === 'development' ? await startVite(server, config) : undefined
  const getBuild = (
    vite ? () => vite.ssrLoadModule('virtual:react-router/server-build') : await loadBuild()
  ) as () => Promise<ServerBuild>
  const keys = createPageKeys(getBuild)
  const pages = createPageCache(services.tagVersions, services.now, {
    findNextExpiry: createExpiry(services),
    finish: (response, tags, leftMs) => forCdn(response, tags, leftMs, config),
    bytesMax: perWorker(cacheBytesMax, config),
  })
  const cache = vite ? null : pages
  const metrics = config.metricsToken ? createMetrics(pages, services.replica) : undefined
  let isStopping = false
  const app = createApp(services, {
    handlePage: createPageHandler(getBuild, config, cache, keys),
    serveFile: vite ? undefined : serveOtherFiles(),
    cache,
    metrics,
    routeOf: keys.routeOf,
    isStopping: () => isStopping,
  })
  const serveFast = vite
    ? () => false
    : createFastPath(services, pages, await loadStaticFiles(clientFolder), keys, metrics)
  const listener = nodeListener(app)
  const countFast = createVisitsPath(services, listener, metrics)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (vite) vite.middlewares(request, response, () => void listener(request, response))
    else if (!serveFast(request, response) && !countFast(request, response)) {
      void listener(request, response)
    }
  })
  server.headersTimeout = headersTimeoutMs
  server.requestTimeout = requestTimeoutMs

  await listen(server, config)
  const background = startBackground(services)

  const end = async () => {
    await vite?.close()
    await shutDown(server, background, () => services.tagVersions.releaseWatchers())
    await close()
  }
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    // What waits for a storage or a database that is silent is as safe to leave as it would be to kill.
    await inTime(end(), stopMsMax, new Error('The stop took ten seconds')).catch((err: unknown) =>
      services.log.warn({ err }, 'stopped before all had ended'),
    )
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

async function loadBuild() {
  const build = await import(new URL('../../build/server/index.js', import.meta.url).href)
  return async () => build
}

/** Vite with its WebSocket on the server's own port, so that several can run on one machine. */
async function startVite(server: Server, { dataDir }: Config): Promise<ViteDevServer> {
  const { createLogger, createServer: createViteServer } = await import('vite')
  const logger = createLogger()
  return createViteServer({
    cacheDir: join(dataDir, 'vite'),
    // `npm start` leaves out the maps of packages (`scripts/unread-files.mjs`), and Vite warns of each.
    customLogger: {
      ...logger,
      warn(message, options) {
        if (!message.includes('Failed to load source map')) logger.warn(message, options)
      },
    },
    server: { middlewareMode: true, ws: { server } },
  })
}

const clientFolder = './build/client'

/** The files that are not held in memory, such as videos, which need range requests. */
const serveOtherFiles = () =>
  serveStatic({
    root: clientFolder,
    onFound: (_path, c) => {
      c.header('cache-control', 'public, max-age=3600')
    },
  })
