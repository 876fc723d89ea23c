import { randomUUID } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import { authenticate } from '#features/accounts/server/authenticate.ts'
import { addressReader } from '#platform/address.ts'
import { compressed } from '#platform/compress.ts'
import type { CallContext, Services } from '#platform/context.ts'
import { isHttps, securityHeaders } from '#platform/security-headers.ts'
import { createApiListener } from './api-listener.ts'
import { apiReference } from './api-reference.ts'
import { openApiDocument } from './openapi.ts'

/** What the server that carries the app tells of a connection. */
export type Connection = { peerAddress: string }

/** Answers pages: the last in line, after the API and the files. */
export type PageListener = (request: Request, context: CallContext) => Promise<Response>

/** The HTTP app: health, API, files and pages, each answer with its security headers and request id. */
export function createApp(
  services: Services,
  answerPage: PageListener,
  serveFile?: MiddlewareHandler,
) {
  const app = new Hono<{ Bindings: Connection; Variables: { context: CallContext } }>()
  const readAddress = addressReader(services.config.trustedProxies)
  const answerCall = createApiListener()

  app.use(async (c, next) => {
    const startedAt = performance.now()
    const requestId = randomUUID()
    const { headers } = c.req.raw
    c.set('context', {
      ...services,
      requestId,
      path: c.req.path,
      headers,
      log: services.log.child({ requestId }),
      address: readAddress(c.env.peerAddress, headers.get('x-forwarded-for')),
      viewer: null,
      hasInvalidToken: false,
      answerHeaders: new Headers(),
    })
    await next()
    const isSecure = isHttps(services.config, headers.get('x-forwarded-proto'))
    c.res.headers.set('x-request-id', requestId)
    for (const [name, value] of securityHeaders(isSecure)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
    const durationMs = Math.round((performance.now() - startedAt) * 10) / 10
    const { method, path } = c.req
    c.get('context').log.info({ method, path, status: c.res.status, durationMs }, 'request')
  })

  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    try {
      await services.database.selectFrom('cohorts').select('id').limit(1).execute()
      return c.json({ status: 'ok' })
    } catch {
      return c.json({ status: 'the database does not answer' }, 503)
    }
  })
  app.get('/api/openapi.json', async (c) => compressed(c.req.raw, c.json(await openApiDocument())))
  app.get('/api/docs', apiReference)
  app.all('/api/*', async (c) => {
    const context = c.get('context')
    const isHead = c.req.raw.method === 'HEAD'
    const request = isHead ? new Request(c.req.raw, { method: 'GET' }) : c.req.raw
    const answer = await answerCall(request, { ...context, ...(await authenticate(context)) })
    // Nobody will read this body, and a file behind it would stay open.
    if (isHead) {
      await answer.body?.cancel()
      return new Response(null, answer)
    }
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const isDownload = answer.headers.has('content-disposition')
    return isJson && !isDownload ? compressed(request, answer) : answer
  })
  app.get('/about', (c) => c.redirect('/who-we-are', 308))
  // Pages have no dot in their address and files have one, so that no page waits for a look at the disk.
  if (serveFile) app.get('/:path{.+\\.\\w+$}', serveFile)
  app.on(['GET', 'POST'], '*', (c) => answerPage(c.req.raw, c.get('context')))
  app.onError((error, c) => {
    c.get('context').log.error({ err: error }, 'request failed')
    return c.json(
      {
        detail: 'Something went wrong on our side. Please try again later.',
        request_id: c.get('context').requestId,
      },
      500,
    )
  })
  return app
}
