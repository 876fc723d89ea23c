import type BetterSqlite from 'better-sqlite3'
import type { CompiledQuery } from 'kysely'
import { isBusy } from './errors.ts'
import { type SqliteThread, ThreadFailed } from './sqlite-thread.ts'

/** What a smaller file is asked takes a few milliseconds, whatever it is. */
const fileBytesMin = 64 * 1024 * 1024
const lookEveryMs = 1_000

export type LongReads = ReturnType<typeof createLongReads>

/**
 * Reads in a thread what may take long, of a large file. Nothing is seen there that is not committed.
 * @param bytesMin so large is a large file
 */
export function createLongReads(
  sqlite: Pick<BetterSqlite.Database, 'pragma'>,
  thread: Pick<SqliteThread, 'ask'>,
  bytesMin = fileBytesMin,
) {
  let lookedMs = Number.NEGATIVE_INFINITY
  let isLarge = false

  const sizeOf = (name: string) => sqlite.pragma(name, { simple: true }) as number

  return {
    isWorthIt() {
      if (performance.now() < lookedMs + lookEveryMs) return isLarge
      lookedMs = performance.now()
      isLarge = sizeOf('page_count') * sizeOf('page_size') >= bytesMin
      return isLarge
    },
    /** @returns null where the thread has failed, or would have to wait */
    async read({ sql, parameters }: CompiledQuery) {
      try {
        return await thread.ask({ sql, parameters })
      } catch (error) {
        if (error instanceof ThreadFailed || isBusy(error)) return null
        throw error
      }
    },
  }
}
