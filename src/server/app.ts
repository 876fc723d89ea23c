import type { IncomingMessage } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { toORPCError } from '@orpc/client'
import { Hono, type MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { handleApi } from '#api/handler.ts'
import { apiReference } from '#api/reference.ts'
import { authenticate } from '#features/accounts/server/authenticate.ts'
import { countNotFound } from '#features/analytics/server/collect.ts'
import { createDidDocument } from '#features/certificates/server/credential-keys.ts'
import { serveImage } from '#features/images/server/serve-image.ts'
import type { PageCache } from '#platform/cache/page-cache.ts'
import { createClientIpReader, createProxyCheck } from '#platform/http/client-ip.ts'
import { compressed } from '#platform/http/compress.ts'
import type { RequestContext, Services } from '#platform/http/context.ts'
import { errorBody, ofOutage } from '#platform/http/errors.ts'
import { createProxyWarning } from '#platform/http/proxy-warning.ts'
import { isPart, partHeaders, securityHeaders } from '#platform/http/security-headers.ts'
import { traceRequest } from '#platform/tracing.ts'
import { isPlainJson, serveCachedReads } from './cache/cached-reads.ts'
import type { AppEnvironment } from './environment.ts'
import { serveMailWebhook } from './mail-webhook.ts'
import { serveHealth } from './metrics/health.ts'
import type { Metrics } from './metrics/metrics.ts'
import { serveOgImages } from './og-images/handler.ts'
import { createRequestLog } from './request-log.ts'
import { serveSeoFiles } from './seo/seo-files.ts'

/** Renders pages: the last route, after the API and the files. */
export type PageHandler = (request: Request, context: RequestContext) => Promise<Response>

export type AppParts = {
  handlePage: PageHandler
  serveFile?: MiddlewareHandler
  /** Caches pages and public reads; null for no caching. */
  cache: PageCache | null
  metrics?: Metrics
  /** The route of a page's path, for the metrics. */
  routeOf?: (path: string) => string
  isStopping?: () => boolean
}

/** The app as a request listener for node:http. */
export const nodeListener = (app: ReturnType<typeof createApp>) =>
  getRequestListener(
    (request, { incoming, outgoing }) => {
      // Discards the rest of a refused body. Otherwise its paused reader would block the connection, and the next
      // request on it would be cut off.
      outgoing.once('finish', () => incoming.removeAllListeners('data'))
      const { socket } = incoming as IncomingMessage
      const peerAddress = socket.remoteAddress ?? ''
      // What was read already is in the request.
      return app.fetch(request, 'rawBody' in incoming ? { peerAddress } : { peerAddress, incoming })
    },
    { overrideGlobalObjects: false },
  )

/** Whether its URL, of which the client says the host, and its origin can be read, as all that comes later expects. */
const isReadable = ({ url, headers }: Request) => {
  const origin = headers.get('origin') ?? 'null'
  return URL.canParse(url) && (origin === 'null' || URL.canParse(origin))
}

/**
 * Creates the HTTP app: health, API, files and pages. Each response has security headers, and a request id unless it is
 * a part of a page.
 */
export function createApp(
  services: Services,
  { handlePage, serveFile, cache, metrics, routeOf, isStopping }: AppParts,
) {
  const app = new Hono<AppEnvironment>()
  const readClientIp = createClientIpReader(services.config.trustedProxies)
  const isProxy = createProxyCheck(services.config.trustedProxies)
  const beginRequest = createRequestLog(services, metrics)
  const warnOfProxy = createProxyWarning(services)

  app.use(async (c, next) => {
    const { headers } = c.req.raw
    const { requestId, isSecure, end } = beginRequest(c.env.peerAddress, (name) =>
      headers.get(name),
    )
    const span = services.config.traces
      ? traceRequest(isProxy(c.env.peerAddress) ? headers : null)
      : null
    if (headers.has('x-forwarded-for')) warnOfProxy(c.env.peerAddress)
    c.set('context', {
      ...services,
      requestId,
      path: c.req.path,
      route: {},
      headers,
      incoming: c.env.incoming,
      log: services.log.child({ requestId }),
      clientIp: readClientIp(c.env.peerAddress, headers.get('x-forwarded-for')),
      viewer: null,
      hasInvalidToken: false,
      responseHeaders: new Headers(),
    })
    if (isReadable(c.req.raw)) await (span ? span.run(next) : next())
    else c.res = c.json({ detail: 'The URL or the Origin header is invalid.' }, 400)
    const isPartOfPage = isPart(c.res.headers.get('content-type'))
    if (!isPartOfPage) c.res.headers.set('x-request-id', requestId)
    for (const [name, value] of (isPartOfPage ? partHeaders : securityHeaders)(isSecure)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
    const { method, path } = c.req
    const { status } = c.res
    const pattern = c.get('context').route?.pattern ?? c.req.routePath
    const route = pattern === '/*' && routeOf ? routeOf(path) : pattern
    span?.end({ method, route, status, requestId })
    // The token opens what it is for.
    const logged = path.replace(/(?<=\/statistics\/)[^/]+/, ':token')
    end(route, { method, path: logged, status, traceId: span?.traceId })
  })

  serveHealth(app, services, { metrics, isStopping })
  serveMailWebhook(app, services)
  app.get('/api/openapi.json', async (c) => {
    const { openApiDocument } = await import('#api/openapi.ts')
    return compressed(c.req.raw, c.json(await openApiDocument()))
  })
  app.get('/api/docs', apiReference)
  if (cache) app.get('/api/*', serveCachedReads(cache, handleApi))
  app.all('/api/*', async (c) => {
    const context = c.get('context')
    const { method, url, headers } = c.req.raw
    const isHead = method === 'HEAD'
    const request = isHead ? new Request(url, { headers }) : c.req.raw
    const response = await handleApi(request, { ...context, ...(await authenticate(context)) })
    // Cancelled because it is never read: a file behind it would stay open.
    if (isHead) {
      await response.body?.cancel()
      return new Response(null, response)
    }
    return isPlainJson(response) ? compressed(request, response) : response
  })
  app.get('/.well-known/did.json', async (c) => {
    // Wallets of any origin ask, and a new key counts at once.
    c.header('access-control-allow-origin', '*')
    c.header('cache-control', 'no-cache')
    return c.json(await createDidDocument(c.get('context')))
  })
  serveSeoFiles(app, cache)
  serveOgImages(app, services)
  app.get('/images/:name/:variant?', async (c, next) => {
    const { name, variant } = c.req.param()
    return (await serveImage(c.req.raw, c.get('context'), name, variant)) ?? next()
  })
  app.on('GET', ['/about', '/about/'], (c) => c.redirect('/who-we-are', 308))
  // Only paths with a dot are files, so pages don't wait for a disk lookup.
  if (serveFile) app.get('/:path{.+\\.\\w+$}', serveFile)
  app.on(['GET', 'POST'], '*', async (c) => {
    const response = await handlePage(c.req.raw, c.get('context'))
    if (response.status === 404) countNotFound(c.get('context'))
    return response
  })
  app.onError((error, c) => {
    const { log, requestId, responseHeaders } = c.get('context')
    log.error({ err: error }, 'request failed')
    const known = toORPCError(ofOutage(responseHeaders, error))
    const headers = Object.fromEntries(responseHeaders)
    const status = known.status as ContentfulStatusCode
    return c.json({ ...errorBody(known), request_id: requestId }, status, headers)
  })
  return app
}
