import { bytesOf, type CachedResponse } from './cached-response.ts'
import type { CacheTag, TagVersions } from './tag-versions.ts'

const bytesMax = 32 * 1024 * 1024
/** Relative times ('5 minutes ago') are shown to the minute, so no page is cached for longer. */
const ttlMs = 60_000

/** The tags that a page depends on, each with its version before the page was rendered. */
type Dependencies = Map<CacheTag, number>
/** Finds when one of these tags next changes without a write, in ms: a scheduled article is published. */
export type FindNextExpiry = (tags: readonly CacheTag[], from: Date) => Promise<number>

/** Must be called with each tag before its data is read. */
export type TrackTag = (tag: CacheTag) => void

type Render = (trackTag: TrackTag) => Promise<CachedResponse | null>

type Entry = { response: CachedResponse; dependencies: Dependencies; expiresAt: number }
type InFlight = { response: Promise<CachedResponse | null>; dependencies: Dependencies }

/** A page for a single visitor says no-store. */
const isCacheable = ({ status, headers }: CachedResponse) =>
  status === 200 && headers['cache-control'] !== 'no-store'

/** An upper estimate of an entry's memory: a key's characters take up to two bytes each. */
const sizeOf = (key: string, { response }: Entry) => bytesOf(response) + 2 * key.length

export type PageCache = ReturnType<typeof createPageCache>

/**
 * Caches whole pages by key (see `cacheKeyOf`), until a tag that they depend on is invalidated or expires. Concurrent requests for the
 * same page share one rendering.
 */
export function createPageCache(
  tagVersions: TagVersions,
  now: () => Date,
  findNextExpiry: FindNextExpiry = async () => Number.POSITIVE_INFINITY,
) {
  const entries = new Map<string, Entry>()
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

  /** The cached page, or null where there is none or it has expired. */
  function find(key: string) {
    const entry = entries.get(key)
    if (!entry) return null
    const remainingMs = entry.expiresAt - now().getTime()
    // More than the whole time remains where the clock was set back.
    if (remainingMs <= 0 || remainingMs > ttlMs || !areCurrent(entry.dependencies)) {
      drop(key)
      return null
    }
    counts.hits += 1
    return entry.response
  }

  function store(key: string, entry: Entry) {
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
      const expiry = await findNextExpiry([...dependencies.keys()], startedAt)
      // A write during the render may be missing, too.
      if (areCurrent(dependencies)) {
        const expiresAt = Math.min(startedAt.getTime() + ttlMs, expiry)
        store(key, { response: rendered, dependencies, expiresAt })
      }
      return rendered
    })
    return { response, dependencies }
  }

  return {
    /** How often a page was found here, and how often it had to be rendered. */
    counts,
    find,
    /**
     * Returns the page from the cache, from a rendering in flight, or rendered now. Only status 200 without no-store
     * is cached. Null if `render` returned null: that response belongs to one request and can't be shared.
     */
    async getOrRender(key: string, render: Render): Promise<CachedResponse | null> {
      const cached = find(key)
      if (cached) return cached
      const current = inFlight.get(key)
      // A rendering that began before a write must not serve requests that came after it.
      if (current && areCurrent(current.dependencies)) return current.response
      counts.misses += 1
      const started = start(key, render)
      inFlight.set(key, started)
      return started.response.finally(() => {
        if (inFlight.get(key) === started) inFlight.delete(key)
      })
    },
  }
}
