import type { Config } from '#config'
import { chunksOf } from '#shared/chunks.ts'
import { createLease } from '../background/lease.ts'
import { repeat } from '../background/repeat.ts'
import type { Services } from '../http/context.ts'
import { tagHeaders } from './cdn.ts'

const checkEveryMs = 1_000
/**
 * How long a write waits before the CDN is told to drop pages: until then another process may answer with what was
 * before, or a response that began before may be on its way.
 */
const settleMs = 2_000
/** As many as one call to Cloudflare may name. */
const tagsPerCall = 30
const timeoutMs = 10_000
/** Longer than a call takes, and no longer than pages may stay at the CDN once the process that purges has died. */
const leaseMs = 30_000

type Purger = Pick<Services, 'database' | 'config' | 'log' | 'now'>
type Write = { version: number; at: number }

/**
 * Tells the CDN, if it can be told, of each tag that was written to. One process does it at a time; what could not be
 * told is tried again, also after a restart.
 * @returns a function that stops
 */
export function startPurging(services: Purger) {
  const { database, config, log, now } = services
  if (!config.cdnPurge.url) return async () => {}
  const lease = createLease(services, 'cdn purge', leaseMs)
  /** The first write to each tag that the CDN doesn't know of. */
  const writes = new Map<string, Write>()
  let hasFailed = false

  async function purgeDue() {
    const rows = await database
      .selectFrom('cache_versions')
      .select(['tag', 'version'])
      .whereRef('purged_version', '<', 'version')
      .execute()
    const at = now().getTime()
    const open = new Set(rows.map(({ tag }) => tag))
    for (const tag of writes.keys()) if (!open.has(tag)) writes.delete(tag)
    for (const { tag, version } of rows) if (!writes.has(tag)) writes.set(tag, { version, at })
    const due = [...writes].filter(([, write]) => Math.abs(at - write.at) >= settleMs)
    for (const some of chunksOf(due, tagsPerCall)) {
      if (!(await lease.hold())) return
      await purge(
        config,
        some.map(([tag]) => tag),
      )
      for (const [tag, { version }] of some) {
        await database
          .updateTable('cache_versions')
          .set({ purged_version: version })
          .where('tag', '=', tag)
          .where('purged_version', '<', version)
          .execute()
        writes.delete(tag)
      }
    }
    hasFailed = false
  }

  const stop = repeat(
    () =>
      purgeDue().catch((err: unknown) => {
        // Each second while it lasts: said once.
        if (!hasFailed) log.error({ err }, 'the CDN could not be told of changes yet')
        hasFailed = true
      }),
    checkEveryMs,
  )
  return async () => {
    await stop()
    await lease.release().catch(() => {})
  }
}

/** Has the CDN drop all that has one of these tags. @throws when it does not say that it did */
export async function purge(
  { cdnPurge }: Pick<Config, 'cdnPurge'>,
  tags: readonly string[],
): Promise<void> {
  const response = await fetch(String(cdnPurge.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...tagHeaders(tags), ...cdnPurge.header },
    body: JSON.stringify({ tags }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The CDN answered a purge with ${response.status}`)
}
