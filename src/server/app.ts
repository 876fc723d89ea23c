import { randomUUID } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import { createApiListener } from '#api/handler.ts'
import { apiReference } from '#api/reference.ts'
import { authenticate } from '#features/accounts/server/authenticate.ts'
import { answerImage } from '#features/images/server/serve-image.ts'
import { prepareAnswer, preparedResponse } from '#platform/cache/cached-response.ts'
import type { NoteTag, PageCache } from '#platform/cache/page-cache.ts'
import { addressReader } from '#platform/http/client-ip.ts'
import { compressed } from '#platform/http/compress.ts'
import type { CallContext, Services } from '#platform/http/context.ts'
import { isHttps, securityHeaders } from '#platform/http/security-headers.ts'
import type { AppEnvironment } from './environment.ts'
import { serveShareImages } from './og-images/handler.ts'
import { serveCrawlers } from './seo/seo-files.ts'

/** Answers pages: the last in line, after the API and the files. */
export type PageListener = (request: Request, context: CallContext) => Promise<Response>

export type AppParts = {
  answerPage: PageListener
  serveFile?: MiddlewareHandler | undefined
  /** Where pages and public reads are kept; null where each is to be made anew. */
  cache: PageCache | null
}

/** The HTTP app: health, API, files and pages, each answer with its security headers and request id. */
export function createApp(services: Services, { answerPage, serveFile, cache }: AppParts) {
  const app = new Hono<AppEnvironment>()
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
  app.get('/api/openapi.json', async (c) => {
    const { openApiDocument } = await import('#api/openapi.ts')
    return compressed(c.req.raw, c.json(await openApiDocument()))
  })
  app.get('/api/docs', apiReference)
  app.get('/api/*', async (c, next) => {
    // What visitors read is the same for all of them, so it is kept as pages are.
    if (!cache || c.req.raw.method !== 'GET' || c.req.raw.headers.has('authorization'))
      return next()
    let other: Response | undefined
    const { pathname, search } = new URL(c.req.url)
    const kept = await cache.findOrMake(pathname + search, async (note) => {
      // A call without a tag reads nothing that is stored: its answer is made for the one who asks.
      let isOfStored = false
      const noteTag: NoteTag = (tag) => {
        isOfStored = true
        note(tag)
      }
      const answer = await answerCall(c.req.raw, { ...c.get('context'), noteTag })
      if (answer.status === 200 && isOfStored && isPlainJson(answer)) return prepareRead(answer)
      other = answer
      return null
    })
    if (kept) return preparedResponse(c.req.raw, kept)
    return other ?? next()
  })
  app.all('/api/*', async (c) => {
    const context = c.get('context')
    const { method, url, headers } = c.req.raw
    const isHead = method === 'HEAD'
    const request = isHead ? new Request(url, { headers }) : c.req.raw
    const answer = await answerCall(request, { ...context, ...(await authenticate(context)) })
    // Nobody will read this body, and a file behind it would stay open.
    if (isHead) {
      await answer.body?.cancel()
      return new Response(null, answer)
    }
    return isPlainJson(answer) ? compressed(request, answer) : answer
  })
  serveCrawlers(app, cache)
  serveShareImages(app, services)
  app.get('/images/:name/:variant?', async (c, next) => {
    const { name, variant } = c.req.param()
    return (await answerImage(c.req.raw, c.get('context'), name, variant)) ?? next()
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

const isPlainJson = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('application/json') === true &&
  !headers.has('content-disposition')

/** A public read as it is kept: caches before the server may keep it too, and ask whether it is the same. */
async function prepareRead(answer: Response) {
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=0, must-revalidate',
  }
  const prepared = await prepareAnswer(200, headers, Buffer.from(await answer.arrayBuffer()))
  return { ...prepared, headers: { ...prepared.headers, vary: 'accept-encoding, authorization' } }
}
