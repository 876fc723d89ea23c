import type BetterSqlite from 'better-sqlite3'
import type { SqliteThread } from './sqlite-thread.ts'

/** As many as SQLite waits for by itself, of 4 kB each. */
const movedPagesMin = 1_000
/** To look at the length of the log takes longer than some commits do. */
const lookEveryMs = 50

/**
 * Moves the write-ahead log into the file by a thread: SQLite would do it in the commit that makes the log long enough,
 * for up to a second on a slow disk, in which nobody is answered.
 * @param moveHere does so on this thread, for when the other one can't
 * @returns what to call after each commit: within a transaction the log can't be looked at
 */
export function createCheckpoints(
  sqlite: Pick<BetterSqlite.Database, 'pragma'>,
  thread: Pick<SqliteThread, 'ask'>,
  moveHere: () => Promise<unknown>,
) {
  sqlite.pragma('wal_autocheckpoint = 0')
  let lookedMs = Number.NEGATIVE_INFINITY
  let isMoving = false

  async function move() {
    isMoving = true
    try {
      await thread.ask('moveLog').catch(moveHere)
    } catch {
      // What is wrong with the file is told to whoever writes next.
    } finally {
      isMoving = false
    }
  }

  return () => {
    if (isMoving || performance.now() < lookedMs + lookEveryMs) return
    lookedMs = performance.now()
    const [{ log, checkpointed }] = sqlite.pragma('wal_checkpoint(noop)') as [
      { log: number; checkpointed: number },
    ]
    if (log - checkpointed >= movedPagesMin) void move()
  }
}
