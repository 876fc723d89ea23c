import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Services } from '#platform/http/context.ts'
import type { EncodedImage } from './encode.ts'
import type { SourceFormat } from './image-content.ts'

/** Far beyond what the largest picture takes on a slow machine. */
const timeoutMs = 90_000
/** How many may wait for their turn in one process, one picture being worked on at a time. */
const waitingMax = 20

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** Whether so many pictures wait already that another one should come later. */
export const isEncoderBusy = () => waiting >= waitingMax

/**
 * Makes a picture into its files, in the spool, when its turn has come.
 * @throws when the encoder can't run at all
 */
export async function encodeInTurn(
  services: Pick<Services, 'storage' | 'log'>,
  path: string,
  format: SourceFormat,
): Promise<EncodedImage | { problem: string }> {
  waiting += 1
  const turn = last.then(() => encode(services, path, format))
  last = turn.catch(() => {})
  try {
    return await turn
  } finally {
    waiting -= 1
  }
}

const program = join(import.meta.dirname, 'encode-process.ts')

function encode({ storage, log }: Pick<Services, 'storage' | 'log'>, path: string, format: string) {
  const args = [program, path, format, join(storage.spoolDir, randomUUID())]
  // It is given nothing of the server's environment, which has secrets; the one setting saves it a fifth of its memory.
  const env = { MALLOC_ARENA_MAX: '2' }
  const options = { env, timeout: timeoutMs, killSignal: 'SIGKILL' } as const
  return new Promise<EncodedImage | { problem: string }>((resolve, reject) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (!error) return resolve(JSON.parse(stdout))
      if (!error.signal) return reject(new Error(`The image encoder failed: ${stderr}`))
      // Killed: by the clock, for want of memory, or by a fault that the file has found in the decoder.
      log.warn({ signal: error.signal, format }, 'image encoder killed')
      resolve({ problem: 'This picture could not be read. Please save it smaller, as a JPEG' })
    })
  })
}
