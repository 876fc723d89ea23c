import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { inSlot } from '#platform/background/machine-slots.ts'
import type { Services } from '#platform/http/context.ts'
import type { EncodedImage } from './encode.ts'
import type { SourceFormat } from './image-content.ts'

/** Far longer than the largest image takes on a slow machine. */
const timeoutMs = 90_000
/** The length of the queue: images are encoded one at a time, whichever process takes them. */
const waitingMax = 20

/** Thrown when the queue is full. */
export class EncoderBusy extends Error {}

/**
 * Encodes an image in the spool when its turn has come.
 * @throws EncoderBusy, or when the encoder itself fails
 */
export const encodeInTurn = (
  services: Pick<Services, 'storage' | 'log'>,
  path: string,
  format: SourceFormat,
): Promise<EncodedImage | { problem: string }> =>
  inSlot('encoder', { max: 1, waitingMax, full: () => new EncoderBusy() }, () =>
    encode(services, path, format),
  )

const script = join(import.meta.dirname, 'encode-process.ts')

function encode({ storage, log }: Pick<Services, 'storage' | 'log'>, path: string, format: string) {
  const args = [script, path, format, join(storage.spoolDir, randomUUID())]
  // The server's environment is not passed on, because it contains secrets. This setting saves a fifth of the memory.
  const env = { MALLOC_ARENA_MAX: '2' }
  const options = { env, timeout: timeoutMs, killSignal: 'SIGKILL' } as const
  return new Promise<EncodedImage | { problem: string }>((resolve, reject) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (!error) return resolve(JSON.parse(stdout))
      if (!error.signal) return reject(new Error(`The image encoder failed: ${stderr}`))
      // Killed by the timeout, for lack of memory, or by a crash of the decoder.
      log.warn({ signal: error.signal, format }, 'image encoder killed')
      resolve({ problem: 'This picture could not be read. Please save it smaller, as a JPEG' })
    })
  })
}
