import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type BetterSqlite from 'better-sqlite3'

/** As many as SQLite waits for by itself, of 4 kB each. */
const movedPagesMin = 1_000
/** To look at the length of the log takes longer than some commits do. */
const lookEveryMs = 50

const script = join(import.meta.dirname, 'checkpoint-worker.ts')

/** Of the environment nothing else: compiled already, its script takes half of the memory. */
const compiled = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' }

/**
 * Moves the write-ahead log into the file by a thread of its own: SQLite would do it in the commit that makes the log
 * long enough, for up to a second on a slow disk, in which nobody is answered.
 * @param moveHere does so on this thread, for when the other one fails
 */
export function createCheckpoints(
  file: string,
  sqlite: Pick<BetterSqlite.Database, 'pragma'>,
  moveHere: () => Promise<unknown>,
) {
  sqlite.pragma('wal_autocheckpoint = 0')
  let worker: Worker | undefined
  let lookedMs = Number.NEGATIVE_INFINITY
  let isMoving = false
  let isClosed = false

  function start() {
    const started = new Worker(script, { workerData: { file }, env: compiled, execArgv: [] })
    started.unref()
    started.on('message', () => {
      isMoving = false
    })
    started.once('error', async () => {
      // What is wrong with the file is told to whoever writes next.
      await moveHere().catch(() => {})
      isMoving = false
    })
    started.once('exit', (code) => {
      worker = undefined
      // Asked as it ended, it has moved nothing.
      if (code === 0) isMoving = false
    })
    return started
  }

  return {
    /** Call it after each commit: within a transaction the log can't be looked at. */
    moveIfLong() {
      if (isMoving || isClosed || performance.now() < lookedMs + lookEveryMs) return
      lookedMs = performance.now()
      const [{ log, checkpointed }] = sqlite.pragma('wal_checkpoint(noop)') as [
        { log: number; checkpointed: number },
      ]
      if (log - checkpointed < movedPagesMin) return
      isMoving = true
      worker ??= start()
      worker.postMessage(false)
    },
    /** Ends the thread, so that the last connection that closes moves what is left. */
    async close() {
      isClosed = true
      const last = worker
      if (!last) return
      last.ref()
      await new Promise((resolve) => {
        last.once('exit', resolve)
        last.postMessage(true)
      })
    },
  }
}
