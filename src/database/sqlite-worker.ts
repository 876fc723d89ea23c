import { parentPort, workerData } from 'node:worker_threads'
import BetterSqlite from 'better-sqlite3'
import type { ThreadAnswer, ThreadRequest } from './sqlite-thread.ts'

// Run by sqlite-thread.ts: does what would hold up the thread that answers, with a connection of its own.

/** How long writers may have to wait for the end of the log to be moved. They write more of it meanwhile. */
const lockMsMax = 50
/** Pages of 4 kB. With more of them writers wait, so that the log doesn't grow without end. */
const logPagesMax = 10_000

const sqlite = new BetterSqlite(workerData.file, { fileMustExist: true, timeout: lockMsMax })
// The file is synced before the log is written anew from its beginning.
sqlite.pragma('synchronous = NORMAL')
// The system keeps what was read, too.
sqlite.pragma('cache_size = -2000')

function checkpoint(mode: 'passive' | 'full') {
  const [moved] = sqlite.pragma(`wal_checkpoint(${mode})`) as [
    { log: number; checkpointed: number },
  ]
  return moved
}

function moveLog() {
  const { log, checkpointed } = checkpoint('passive')
  if (log > checkpointed && log > logPagesMax) checkpoint('full')
  return []
}

function answerTo(request: ThreadRequest): ThreadAnswer {
  try {
    if (request === 'moveLog') return { rows: moveLog() }
    return { rows: sqlite.prepare(request.sql).all(request.parameters) }
  } catch (error) {
    const { message, code } = error as { message: string; code?: string }
    return { error: { message, code } }
  }
}

parentPort?.on('message', (request: ThreadRequest | 'end') => {
  if (request !== 'end') return parentPort?.postMessage(answerTo(request))
  sqlite.close()
  process.exit()
})
