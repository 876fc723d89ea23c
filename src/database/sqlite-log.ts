import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Syncs the write-ahead log of a SQLite file, without holding up the thread that writes to it. The log is there, and
 * stays the same file, as long as a connection has it open.
 * @param moveIntoFile has SQLite write the log into the file itself, and sync that
 */
export function createLogSync(
  file: string,
  moveIntoFile: () => Promise<unknown>,
  datasync = (log: FileHandle): Promise<unknown> => log.datasync(),
) {
  let log: Promise<FileHandle> | undefined
  let hasFailed = false
  let isClosed = false

  /** Once, whoever asks meanwhile. */
  function opened() {
    log ??= openLog(file).catch((error) => {
      log = undefined
      throw error
    })
    return log
  }

  return {
    /** Before the first write: the system tells only who has it open by then of what it could not write. */
    async open() {
      await opened()
    },
    async sync() {
      if (isClosed) throw new Error('The database is closed')
      // The system has forgotten what it could not write, and would call the next sync a success.
      if (hasFailed) await moveIntoFile()
      hasFailed = true
      await datasync(await opened())
      hasFailed = false
    },
    async close() {
      isClosed = true
      await (await log)?.close()
    },
  }
}

/** Its name is synced, too. */
async function openLog(file: string) {
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
  return open(`${file}-wal`, 'r+')
}
