import type { Context, Next } from 'hono'
import type { Config } from '#config'
import { cacheKeyOf } from '#platform/cache/cache-key.ts'
import { createCachedResponse, toResponse } from '#platform/cache/cached-response.ts'
import { sharedCacheControl } from '#platform/cache/cdn.ts'
import type { PageCache, TrackTag } from '#platform/cache/page-cache.ts'
import type { RequestContext } from '#platform/http/context.ts'
import type { AppEnvironment } from '../environment.ts'
import { readParametersOf } from './read-parameters.ts'

type HandleApi = (request: Request, context: RequestContext) => Promise<Response>

/** Serves the API's public reads from the page cache: they are the same for every visitor. */
export const serveCachedReads =
  (cache: PageCache, handleApi: HandleApi) => async (c: Context<AppEnvironment>, next: Next) => {
    const { method, headers } = c.req.raw
    const url = new URL(c.req.url)
    const known = readParametersOf(url.pathname)
    if (method !== 'GET' || headers.has('authorization') || !known) return next()
    let uncached: Response | undefined
    const key = cacheKeyOf(url, known)
    const cached = await cache.getOrRender(key, async (trackTag) => {
      // A procedure without a tag reads no stored data: its response is for this request only.
      let isTagged = false
      const trackTagHere: TrackTag = (tag) => {
        isTagged = true
        trackTag(tag)
      }
      // Without the other parameters, which the API might read in spite of their unusual form: `page[]`.
      const request = new Request(new URL(key, url), { headers })
      const response = await handleApi(request, { ...c.get('context'), trackTag: trackTagHere })
      if (response.status === 200 && isTagged && isPlainJson(response))
        return cacheRead(response, c.get('context').config)
      // The cache may still have what was read before the fault.
      if (response.status >= 500) return toCached(response, Object.fromEntries(response.headers))
      uncached = response
      return null
    })
    if (cached) return toResponse(c.req.raw, cached)
    return uncached ?? next()
  }

/** Whether it is JSON and not a download. */
export const isPlainJson = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('application/json') === true &&
  !headers.has('content-disposition')

async function cacheRead(response: Response, config: Config) {
  const headers = {
    'content-type': 'application/json',
    'cache-control': sharedCacheControl(config),
  }
  const cached = await toCached(response, headers)
  return { ...cached, headers: { ...cached.headers, vary: 'accept-encoding, authorization' } }
}

const toCached = async (response: Response, headers: Record<string, string>) =>
  createCachedResponse(response.status, headers, Buffer.from(await response.arrayBuffer()))
