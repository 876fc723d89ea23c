import type { Config } from '#config'
import type { CachedResponse } from './cached-response.ts'
import type { CacheTag } from './tag-versions.ts'

type CdnConfig = Pick<Config, 'cdnSeconds' | 'cdnPurge'>

/**
 * The Cache-Control of what is the same for everybody. Browsers ask each time; a CDN as often as it is set up to, and
 * it may serve what it has while it asks, and for an hour when nobody answers.
 */
export const sharedCacheControl = ({ cdnSeconds }: Pick<Config, 'cdnSeconds'>) =>
  cdnSeconds === 0
    ? 'public, max-age=0, must-revalidate'
    : `public, max-age=0, s-maxage=${cdnSeconds}, stale-while-revalidate=${cdnSeconds}, stale-if-error=3600`

const isAskedEachTime = ({ headers }: CachedResponse) =>
  headers['cache-control'] === sharedCacheControl({ cdnSeconds: 0 })

/**
 * Tells a CDN what a response is purged by, and to keep it no longer than it stays right.
 * @param leftMs until one of its tags changes without a write
 */
export function forCdn(
  response: CachedResponse,
  tags: readonly CacheTag[],
  leftMs: number,
  config: CdnConfig,
): CachedResponse {
  if (config.cdnSeconds === 0 || isAskedEachTime(response)) return response
  const cdnSeconds = Math.max(0, Math.min(config.cdnSeconds, Math.floor(leftMs / 1000)))
  const headers = {
    ...response.headers,
    'cache-control': sharedCacheControl({ cdnSeconds }),
    ...(config.cdnPurge.url && tagHeaders(tags)),
  }
  return { ...response, headers }
}

/** The tags under the names by which CDNs and Varnish know them. */
export const tagHeaders = (tags: readonly string[]) => ({
  'cache-tag': tags.join(','),
  'surrogate-key': tags.join(' '),
})
