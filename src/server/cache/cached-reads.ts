import type { Context, Next } from 'hono'
import { createCachedResponse, toResponse } from '#platform/cache/cached-response.ts'
import type { PageCache, TrackTag } from '#platform/cache/page-cache.ts'
import type { RequestContext } from '#platform/http/context.ts'
import type { AppEnvironment } from '../environment.ts'

type HandleApi = (request: Request, context: RequestContext) => Promise<Response>

/** Serves the API's public reads from the page cache: they are the same for every visitor. */
export const serveCachedReads =
  (cache: PageCache, handleApi: HandleApi) => async (c: Context<AppEnvironment>, next: Next) => {
    if (c.req.raw.method !== 'GET' || c.req.raw.headers.has('authorization')) return next()
    let uncached: Response | undefined
    const { pathname, search } = new URL(c.req.url)
    const cached = await cache.getOrRender(pathname + search, async (trackTag) => {
      // A procedure without a tag reads no stored data: its response is for this request only.
      let isTagged = false
      const trackTagHere: TrackTag = (tag) => {
        isTagged = true
        trackTag(tag)
      }
      const response = await handleApi(c.req.raw, { ...c.get('context'), trackTag: trackTagHere })
      if (response.status === 200 && isTagged && isPlainJson(response)) return cacheRead(response)
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

/** Proxies may store a public read, but must revalidate it. */
async function cacheRead(response: Response) {
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=0, must-revalidate',
  }
  const cached = await createCachedResponse(200, headers, Buffer.from(await response.arrayBuffer()))
  return { ...cached, headers: { ...cached.headers, vary: 'accept-encoding, authorization' } }
}
