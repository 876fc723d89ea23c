import { sql } from 'kysely'
import type { Database } from '#database/open.ts'
import type { Tag } from '#shared/procedure.ts'
import type { Log } from '../http/log.ts'

/** Writes are told to the other processes, and theirs asked for, well within a second. */
const tellAfterMs = 100
const askEveryMs = 400

/** Knows which tags have been written to, by this process or any other that shares the database. */
export type Freshness = {
  /** Grows with every write to the tag. */
  versionOf(tag: Tag): number
  /** To be called when a write to these tags has been stored: here it counts at once. */
  touch(tags: readonly Tag[]): void
  /** Begins to tell other processes of writes and to hear of theirs. @returns the way to stop */
  share(database: Database, log: Log): () => Promise<void>
}

export function createFreshness(): Freshness {
  const versions = new Map<string, number>()
  const untold = new Set<Tag>()
  let tellSoon = () => {}
  const raise = (tag: string) => versions.set(tag, (versions.get(tag) ?? 0) + 1)

  return {
    versionOf: (tag) => versions.get(tag) ?? 0,
    touch(tags) {
      for (const tag of tags) {
        raise(tag)
        untold.add(tag)
      }
      tellSoon()
    },
    share(database, log) {
      const known = new Map<string, number>()
      let telling: Promise<void> | undefined

      const tell = async () => {
        const tags = [...untold]
        untold.clear()
        for (const tag of tags) {
          const { version } = await database
            .insertInto('cache_versions')
            .values({ tag, version: 1 })
            .onConflict((conflict) =>
              conflict.column('tag').doUpdateSet({ version: sql`cache_versions.version + 1` }),
            )
            .returning('version')
            .executeTakeFirstOrThrow()
          // Another number than the next one means that others have written meanwhile.
          if (version !== (known.get(tag) ?? 0) + 1) raise(tag)
          known.set(tag, version)
        }
      }
      const ask = async () => {
        const rows = await database.selectFrom('cache_versions').selectAll().execute()
        for (const { tag, version } of rows) {
          if (version === known.get(tag)) continue
          known.set(tag, version)
          raise(tag)
        }
      }
      const orLog = (work: Promise<void>) =>
        work.catch((err: unknown) => log.error({ err }, 'writes could not be shared'))

      tellSoon = () => {
        telling ??= new Promise<void>((resolve) => {
          setTimeout(resolve, tellAfterMs).unref()
        })
          .then(() => orLog(tell()))
          .finally(() => {
            telling = undefined
            if (untold.size > 0) tellSoon()
          })
      }
      let asking = orLog(ask())
      const timer = setInterval(() => {
        asking = asking.then(() => telling).then(() => orLog(ask()))
      }, askEveryMs)
      timer.unref()

      return async () => {
        clearInterval(timer)
        tellSoon = () => {}
        await asking
        await telling
        await orLog(tell())
      }
    },
  }
}
