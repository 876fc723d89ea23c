import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tag } from '#shared/procedure.ts'
import { repeat } from '../background/repeat.ts'
import type { Log } from '../http/log.ts'

/** Together they stay well under a second, the longest that processes may disagree about a write. */
const publishAfterMs = 100
const pollEveryMs = 400

/**
 * The tag whose version each restore raises to its own time in seconds: a copy of the database with a lower one may
 * have what the restore has undone.
 */
export const restoreTag = 'Restore:last'

/** A tag of the contract, or one that some of its rows share, or the restores'. */
export type CacheTag = Tag | `${Tag}:${number}` | typeof restoreTag

/** Tags are kept in memory and published, so there is a fixed number for the rows of any table. */
const rowTagsMax = 256

/** The tag of a row, for what depends on it alone. A few other rows have the same. */
export const rowTag = (tag: Tag, id: number): CacheTag => `${tag}:${id % rowTagsMax}`

/** A version for each tag, which grows with every write by any process that shares the database. */
export type TagVersions = {
  /** Grows with every write to the tag. */
  versionOf(tag: CacheTag): number
  /**
   * The version that a copy of the database must have to hold all writes to the tag that this process knows of.
   * Infinity while that is unknown: before the first poll, and until a write of its own is published.
   */
  publishedVersionOf(tag: CacheTag): number
  /** Must be called after a write to these tags is committed. Takes effect at once in this process. */
  invalidate(tags: readonly CacheTag[]): void
  /**
   * Must be called after a write to these tags has failed, unless it certainly stored nothing. Takes effect once it is
   * published: while the database is away, pages that could not be rendered anew stay.
   */
  invalidateAfterFailure(tags: readonly CacheTag[]): void
  /**
   * The versions that all processes share, by tag, as last published or polled by this one.
   * @param onChange called after each change of them, and with `true` when nobody should wait any longer
   */
  watchShared(onChange: (isReleased: boolean) => void): {
    versions: ReadonlyMap<string, number>
    stop(): void
  }
  /** Tells all watchers to wait no longer, before the process stops. */
  releaseWatchers(): void
  /** Starts to publish writes to other processes and to poll theirs. @returns a function that stops it */
  startSync(database: Database, log: Log): () => Promise<void>
}

/** For the failure of a write in the background, which may have been stored all the same. @throws what it failed with */
export const invalidateFailed =
  (tagVersions: Pick<TagVersions, 'invalidateAfterFailure'>, tags: readonly CacheTag[]) =>
  (error: unknown): never => {
    tagVersions.invalidateAfterFailure(tags)
    throw error
  }

export function createTagVersions(): TagVersions {
  const versions = new Map<string, number>()
  const pending = new Set<CacheTag>()
  const failed = new Set<CacheTag>()
  const shared = new Map<string, number>()
  const watchers = new Set<(isReleased: boolean) => void>()
  let isPolled = false
  let publishing: ReadonlySet<CacheTag> = new Set()
  let publishSoon = () => {}
  const raise = (tag: string) => versions.set(tag, (versions.get(tag) ?? 0) + 1)
  const share = (tag: string, version: number) => {
    shared.set(tag, version)
    for (const onChange of watchers) onChange(false)
  }

  return {
    versionOf: (tag) => versions.get(tag) ?? 0,
    publishedVersionOf(tag) {
      const isKnown = isPolled && !publishing.has(tag) && !pending.has(tag)
      return isKnown ? (shared.get(tag) ?? 0) : Number.POSITIVE_INFINITY
    },
    invalidate(tags) {
      for (const tag of tags) {
        raise(tag)
        pending.add(tag)
      }
      publishSoon()
    },
    invalidateAfterFailure(tags) {
      for (const tag of tags) {
        failed.add(tag)
        pending.add(tag)
      }
      publishSoon()
    },
    watchShared(onChange) {
      watchers.add(onChange)
      return { versions: shared, stop: () => void watchers.delete(onChange) }
    },
    releaseWatchers() {
      for (const onChange of watchers) onChange(true)
    },
    startSync(database, log) {
      let scheduled: Promise<void> | undefined
      let hasFailed = false
      let underWay = Promise.resolve()

      /** All in one statement, in an order in which no two processes can wait for each other. */
      const publish = async () => {
        const tags = [...pending].sort()
        if (tags.length === 0) return
        const late = new Set(failed)
        // Before the write: a tag may be invalidated again during it.
        pending.clear()
        failed.clear()
        publishing = new Set(tags)
        try {
          const written = await database
            .insertInto('cache_versions')
            .values(tags.map((tag) => ({ tag, version: 1 })))
            .onConflict((conflict) =>
              conflict.column('tag').doUpdateSet({ version: sql`cache_versions.version + 1` }),
            )
            .returning(['tag', 'version'])
            .execute()
          for (const { tag, version } of written) {
            // If it isn't the next number, another process has written as well.
            if (version !== (shared.get(tag) ?? 0) + 1 || late.has(tag as CacheTag)) raise(tag)
            share(tag, version)
          }
          hasFailed = false
        } catch (error) {
          hasFailed = true
          for (const tag of tags) pending.add(tag)
          for (const tag of late) failed.add(tag)
          throw error
        } finally {
          publishing = new Set()
        }
      }
      const poll = async () => {
        const rows = await database.selectFrom('cache_versions').selectAll().execute()
        for (const { tag, version } of rows) {
          if (version === shared.get(tag)) continue
          raise(tag)
          share(tag, version)
        }
        isPolled = true
      }
      /** One after the other: a poll that began before a write was published would take its version back. */
      const inTurn = (work: () => Promise<void>) => {
        underWay = underWay
          .then(work)
          .catch((err: unknown) => log.error({ err }, 'tag versions could not be synchronised'))
        return underWay
      }

      publishSoon = () => {
        scheduled ??= new Promise<void>((resolve) => {
          // While the database is away, as rarely as it is polled: each try is logged.
          setTimeout(resolve, hasFailed ? pollEveryMs : publishAfterMs).unref()
        })
          .then(() => inTurn(publish))
          .finally(() => {
            scheduled = undefined
            if (pending.size > 0) publishSoon()
          })
      }
      const stopPolling = repeat(() => inTurn(poll), pollEveryMs)

      return async () => {
        publishSoon = () => {}
        await stopPolling()
        await scheduled
        await inTurn(publish)
      }
    },
  }
}
