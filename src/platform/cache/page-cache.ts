import { hourMs } from '#shared/durations.ts'
import { inTime } from '../background/in-time.ts'
import { bytesOf, type CachedResponse, takeOver } from './cached-response.ts'
import type { CacheTag, TagVersions } from './tag-versions.ts'

/** The size of the caches of all processes of a machine together. */
export const cacheBytesMax = 32 * 1024 * 1024
/**
 * How late pages may show what the clock alone changes, such as '2 hours ago', or a write that no process could
 * publish, since it was killed.
 */
const ttlMs = 60_000

/** The tags that a page depends on, each with its version before the page was rendered. */
type Dependencies = Map<CacheTag, number>
/** Finds when one of these tags next changes without a write, in ms: a scheduled article is published. */
export type FindNextExpiry = (tags: readonly CacheTag[], from: Date) => Promise<number>

/** Must be called with each tag before its data is read. */
export type TrackTag = (tag: CacheTag) => void

type Render = (trackTag: TrackTag) => Promise<CachedResponse | null>

/**
 * What is changed of a response before it is kept and sent. @param leftMs until one of its tags changes without a write
 */
type Finish = (
  response: CachedResponse,
  tags: readonly CacheTag[],
  leftMs: number,
) => CachedResponse

/** How long a page is served after its time while it can't be rendered anew: the database is gone. */
const staleMsMax = hourMs
/** How long a rendering may take before the page is served as it was. */
const renderMsMax = 1_000
/** How long a page that could not be rendered is served as it was before the next try. */
const retryMs = 5_000

type CacheEntry = {
  response: CachedResponse
  dependencies: Dependencies
  renderedAt: number
  expiresAt: number
}
type InFlight = { response: Promise<CachedResponse | null>; dependencies: Dependencies }

/** A page for a single visitor is private; one that lacks what could not be read says no-store. */
const isWhole = ({ headers }: CachedResponse) =>
  !/^(private|no-store)/.test(headers['cache-control'] ?? '')
const isCacheable = (response: CachedResponse) => response.status === 200 && isWhole(response)
const hasFailed = (response: CachedResponse) =>
  response.status >= 500 || (response.status === 200 && !isWhole(response))

/** An upper estimate of an entry's memory: a key's characters take up to two bytes each. */
const sizeOf = (key: string, { response }: CacheEntry) => bytesOf(response) + 2 * key.length

export type PageCache = ReturnType<typeof createPageCache>

/**
 * Caches whole pages by key (see `cacheKeyOf`), until a tag that they depend on is invalidated or expires. Concurrent
 * requests for the same page share one rendering.
 */
export function createPageCache(
  tagVersions: TagVersions,
  now: () => Date,
  {
    findNextExpiry = async () => Number.POSITIVE_INFINITY,
    finish = (response) => response,
    bytesMax = cacheBytesMax,
  }: { findNextExpiry?: FindNextExpiry; finish?: Finish; bytesMax?: number } = {},
) {
  const entries = new Map<string, CacheEntry>()
  const inFlight = new Map<string, InFlight>()
  const counts = { hits: 0, misses: 0 }
  let bytes = 0

  const drop = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return
    bytes -= sizeOf(key, entry)
    entries.delete(key)
  }
  const areCurrent = (dependencies: Dependencies) =>
    [...dependencies].every(([tag, version]) => tagVersions.versionOf(tag) === version)

  /** The entry, also when its time has passed, unless a write has changed what it depends on. */
  function findStale(key: string) {
    const entry = entries.get(key)
    const isOld = !entry || now().getTime() - entry.renderedAt >= staleMsMax
    return isOld || !areCurrent(entry.dependencies) ? null : entry
  }

  /** The cached page, or null where there is none or it has expired. */
  function find(key: string) {
    const entry = findStale(key)
    if (!entry) return null
    const remainingMs = entry.expiresAt - now().getTime()
    // More than the whole time remains where the clock was set back.
    if (remainingMs <= 0 || remainingMs > ttlMs) return null
    counts.hits += 1
    return entry.response
  }

  function store(key: string, entry: CacheEntry) {
    const before = entries.get(key)
    if (before) takeOver(before.response, entry.response)
    drop(key)
    entries.set(key, entry)
    bytes += sizeOf(key, entry)
    // The oldest is evicted first: it would expire first anyway.
    for (const oldest of entries.keys()) {
      if (bytes <= bytesMax) break
      drop(oldest)
    }
  }

  function start(key: string, render: Render): InFlight {
    const dependencies: Dependencies = new Map()
    const trackTag: TrackTag = (tag) => {
      if (!dependencies.has(tag)) dependencies.set(tag, tagVersions.versionOf(tag))
    }
    // Expiry counts from the start of the render: later changes may be missing.
    const startedAt = now()
    const response = render(trackTag).then(async (rendered) => {
      if (!rendered || !isCacheable(rendered)) return rendered
      const tags = [...dependencies.keys()]
      const expiry = await findNextExpiry(tags, startedAt)
      const renderedAt = startedAt.getTime()
      const finished = finish(rendered, tags, expiry - renderedAt)
      // A write during the render may be missing, too.
      if (areCurrent(dependencies)) {
        const expiresAt = Math.min(renderedAt + ttlMs, expiry)
        store(key, { response: finished, dependencies, renderedAt, expiresAt })
      }
      return finished
    })
    return { response, dependencies }
  }

  /** The page as it was where the rendering fails or hangs; until the next try it comes from the cache. */
  async function orStale(key: string, rendering: InFlight['response']) {
    if (!findStale(key)) return rendering
    const rendered = await inTime(rendering, renderMsMax).catch((error: unknown) => ({ error }))
    const isFailure = rendered && ('error' in rendered || hasFailed(rendered))
    const stale = isFailure && findStale(key)
    if (!stale) return rendering
    stale.expiresAt = now().getTime() + retryMs
    return stale.response
  }

  return {
    /** How often a page was found here, and how often it had to be rendered. */
    counts,
    find,
    /**
     * Returns the page from the cache, from a rendering in flight, or rendered now. Only status 200 without no-store
     * is cached. Where the rendering fails or hangs, the page is served as it was. Null if `render` returned null: that
     * response belongs to one request and can't be shared.
     */
    async getOrRender(key: string, render: Render): Promise<CachedResponse | null> {
      const cached = find(key)
      if (cached) return cached
      const current = inFlight.get(key)
      // A rendering that began before a write must not serve requests that came after it.
      if (current && areCurrent(current.dependencies)) return orStale(key, current.response)
      counts.misses += 1
      const started = start(key, render)
      inFlight.set(key, started)
      const settled = () => inFlight.get(key) === started && inFlight.delete(key)
      started.response.then(settled, settled)
      return orStale(key, started.response)
    },
  }
}
