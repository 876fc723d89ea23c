import { hash, randomUUID } from 'node:crypto'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Config } from '#config'
import { defaultSettings } from '#features/settings/server/read-settings.ts'
import { savesData, variantKeyOf } from '#platform/cache/cache-key.ts'
import {
  type CachedResponse,
  createCachedResponse,
  toResponse,
} from '#platform/cache/cached-response.ts'
import { sharedCacheControl } from '#platform/cache/cdn.ts'
import type { PageCache, TrackTag } from '#platform/cache/page-cache.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { pagePolicy } from '#platform/http/security-headers.ts'
import { traced } from '#platform/tracing.ts'
import { companyOf } from '#shared/settings.ts'
import type * as Entry from '../../entry.server.tsx'
import type { PageHandler } from '../app.ts'
import { createPageApiClient, isRemote } from './api-client.ts'
import { lightened } from './light-page.ts'
import type { PageKeys } from './page-keys.ts'
import { receiveFormData } from './receive-form-data.ts'

/**
 * Renders pages with the React Router build, under a content security policy that allows only the scripts it rendered.
 * Sign-in state exists only in the browser, so a page is the same for everybody and can be cached.
 * @param cache null in development, where the build may change between requests
 */
export function createPageHandler(
  getBuild: () => Promise<ServerBuild>,
  config: Config,
  cache: PageCache | null,
  keys: PageKeys,
): PageHandler {
  const handlerOf = rememberLast((build: ServerBuild) => createRequestHandler(build, config.mode))

  async function render(request: Request, context: RequestContext, trackTag: TrackTag) {
    const build = await getBuild()
    const entry = build.entry.module as unknown as typeof Entry
    const nonce = randomUUID()
    const provider = new RouterContextProvider()
    provider.set(entry.apiContext, createPageApiClient({ ...context, trackTag }))
    provider.set(entry.nonceContext, nonce)
    provider.set(entry.isMeasuredContext, config.analyticsId !== undefined)
    provider.set(entry.logContext, context.log)
    provider.set(entry.siteUrlContext, config.siteUrl ?? '')
    provider.set(entry.apiRootContext, config.apiRoot)
    provider.set(entry.avatarUrlContext, config.avatarUrl ?? '')
    // Whether another server has mail set up is not known.
    provider.set(entry.isMailSetUpContext, isRemote(config) || config.smtpUrl !== undefined)
    provider.set(entry.companyContext, await readCompany({ ...context, trackTag }))
    let html: string | undefined
    provider.set(entry.takeHtmlContext, (rendered) => {
      html = rendered
    })
    const reads: Awaited<ReturnType<typeof receiveFormData>>[] = []
    provider.set(entry.formDataContext, async (posted, uploadEndpoint) => {
      const read = await receiveFormData(posted, context, uploadEndpoint)
      reads.push(read)
      return read.form
    })
    try {
      const response = await traced('render page', () => handlerOf(build)(request, provider))
      return { response, html, nonce }
    } finally {
      for (const read of reads) await read.dispose()
    }
  }

  /** @returns the page, or any other response of the router: a redirect, data for a navigation */
  async function respond(request: Request, context: RequestContext, trackTag: TrackTag) {
    const { response, html, nonce } = await render(request, context, trackTag)
    // The response to a form contains the visitor's input.
    if (!isRead(request)) response.headers.set('cache-control', 'no-store')
    const { responseHeaders } = context
    // Set when an API call failed: the page may lack what it should have read.
    const cacheControl = responseHeaders.get('cache-control')
    const isPrivate = response.headers.get('cache-control')?.startsWith('private')
    if (cacheControl && !isPrivate) response.headers.set('cache-control', cacheControl)
    // Set by the API procedure that was refused.
    const retryAfter = responseHeaders.get('retry-after')
    if (saysWhenToRetry.has(response.status) && retryAfter)
      response.headers.set('retry-after', retryAfter)
    // Set when a body came too slowly.
    if (responseHeaders.get('connection')) response.headers.set('connection', 'close')
    return html === undefined ? response : createPage(request, response, html, nonce, config)
  }

  return async (request, context) => {
    const url = new URL(request.url)
    // React Router's own requests for a page's data have parameters of their own, and are not cached.
    if (!isRead(request) || url.pathname.endsWith('.data')) {
      const response = await respond(request, context, () => {})
      // Nobody gets it, and React Router calls it a failure of ours.
      return request.signal.aborted ? new Response(null, { status: 400 }) : send(request, response)
    }
    const key = await keys.keyOf(url)
    // A page that is cached for everybody must not depend on the first request's headers, or on unknown parameters.
    const isSaving = savesData(request.headers.get('save-data'), request.headers.get('ect'))
    const headers = { accept: 'text/html', ...(isSaving && { 'save-data': 'on' }) }
    const anonymous = new Request(url.origin + key, { headers })
    let uncached: Response | undefined
    const cached = await cache?.getOrRender(variantKeyOf(key, isSaving), async (trackTag) => {
      const response = await respond(anonymous, context, trackTag)
      if (!(response instanceof Response)) return response
      uncached = response
      return null
    })
    return send(request, cached ?? uncached ?? (await respond(anonymous, context, () => {})))
  }
}

/** What the page shows of the settings. Without the database it is what was delivered, and the page isn't cached. */
export async function readCompany({
  trackTag,
  readSettings,
  config,
  log,
  responseHeaders,
}: RequestContext) {
  trackTag?.('Settings')
  try {
    return companyOf(await readSettings())
  } catch (err) {
    log.error({ err }, 'settings not read')
    responseHeaders.set('cache-control', 'no-store')
    return companyOf(defaultSettings(config))
  }
}

const send = (request: Request, response: Response | CachedResponse) =>
  response instanceof Response ? response : toResponse(request, response)

const saysWhenToRetry: ReadonlySet<number> = new Set([429, 503, 507])

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** Remembers the value of the last key: the build only changes in development. */
function rememberLast<Key, Value>(make: (key: Key) => Value) {
  let last: { key: Key; value: Value } | undefined
  return (key: Key) => {
    if (last?.key !== key) last = { key, value: make(key) }
    return last.value
  }
}

/** The configuration that scripts in the browser need. */
const dataAttributesOf = (config: Config) =>
  (isRemote(config) ? ` data-api-root="${config.apiRoot}"` : '') +
  (config.analyticsId ? ` data-measurement="${config.analyticsId}"` : '')

function createPage(
  { url, headers: asked }: Request,
  { status, headers: rendered }: Response,
  markup: string,
  nonce: string,
  config: Config,
) {
  const isSaving = savesData(asked.get('save-data'), asked.get('ect'))
  const parts = (isSaving ? lightened(markup) : markup).split(` nonce="${nonce}"`)
  const html = parts.join('').replace('<html ', `<html${dataAttributesOf(config)} `)
  const headers = {
    // There are CDNs that don't heed `vary`, and would give the page for who saves data to all.
    'cache-control': sharedCacheControl(status === 200 && !isSaving ? config : { cdnSeconds: 0 }),
    ...Object.fromEntries(rendered),
    vary: 'accept-encoding, save-data, ect',
    'accept-ch': 'ECT',
    'content-security-policy': pagePolicy(scriptHashes(parts), config, new URL(url).pathname),
  }
  return createCachedResponse(status, headers, Buffer.from(html))
}

/**
 * The hashes of the inline scripts with the nonce. An injected script has no nonce, gets no hash, and doesn't run.
 * @param parts the page, split at the nonces
 */
function scriptHashes(parts: readonly string[]) {
  const scripts = new Set<string>()
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1]
    if (before === undefined || !before.startsWith('<script', before.lastIndexOf('<'))) continue
    const begin = part.indexOf('>') + 1
    const script = part.slice(begin, part.indexOf('</script>', begin))
    if (script) scripts.add(script)
  }
  return [...scripts].map((script) => `'sha256-${hash('sha256', script, 'base64')}'`)
}
