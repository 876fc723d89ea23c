import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Services } from '../http/context.ts'
import { omitUndefined } from '../text/omit-undefined.ts'
import { withStoredFile } from './stored-file.ts'

export type ResumeText = { text: string } | { isBroken: true }

/** Far longer than the largest resume takes on a slow machine. */
const timeoutMs = 60_000
/** A text of the greatest length, with each character escaped. */
const outputBytesMax = 1024 * 1024

const script = join(import.meta.dirname, 'text-process.ts')

/**
 * Reads the text of a stored resume in a process apart, within limits of time and memory.
 * @throws when it was stopped, or the file can't be fetched
 */
export const readTextApart = (
  { storage }: Pick<Services, 'storage'>,
  file: { key: string; type: string },
  { signal, limitMs = timeoutMs }: { signal?: AbortSignal; limitMs?: number } = {},
): Promise<ResumeText> =>
  withStoredFile(storage, file.key, (path) => {
    // The server's environment contains secrets. Of it the process gets where Node keeps what it has compiled, which saves
    // a third of the time.
    const { NODE_COMPILE_CACHE } = process.env
    const env = omitUndefined({ NODE_COMPILE_CACHE })
    const limits = { timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: outputBytesMax } as const
    const options = { ...limits, env, ...(signal ? { signal } : {}) }
    return new Promise((resolve, reject) => {
      execFile(process.execPath, [script, path, file.type], options, (error, stdout) => {
        if (error) reject(new Error('The text of a resume was not read', { cause: error }))
        else resolve(JSON.parse(stdout) as ResumeText)
      })
    })
  })
