import { parentPort, workerData } from 'node:worker_threads'
import BetterSqlite from 'better-sqlite3'

// Run by checkpoints.ts: moves the write-ahead log into the file each time that it is asked to.

/** So long may writers have to wait for the end of the log, of which they write more meanwhile. */
const lockMsMax = 50
/** Of 4 kB each. From there on writers wait, so that the log doesn't grow without end. */
const logPagesMax = 10_000
/** Then the thread gives its memory back. */
const idleMs = 10_000

const sqlite = new BetterSqlite(workerData.file, { fileMustExist: true, timeout: lockMsMax })
// The file is synced before the log is written anew from its beginning.
sqlite.pragma('synchronous = NORMAL')

function move(mode: 'passive' | 'full') {
  const [moved] = sqlite.pragma(`wal_checkpoint(${mode})`) as [
    { log: number; checkpointed: number },
  ]
  return moved
}

function end() {
  sqlite.close()
  process.exit()
}

const idle = setTimeout(end, idleMs)

parentPort?.on('message', (isLast: boolean) => {
  if (isLast) return end()
  const { log, checkpointed } = move('passive')
  if (log > checkpointed && log > logPagesMax) move('full')
  parentPort?.postMessage('moved')
  idle.refresh()
})
