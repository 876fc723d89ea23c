import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Services } from '../http/context.ts'
import type { Content } from '../storage/storage.ts'

/** A silent scanner must not hold an applicant's request; a loaded one takes seconds. */
const silentMsMax = 20_000

/**
 * Sends a file to the ClamAV daemon of CLAMD_URL, by its INSTREAM command.
 * @returns `unscanned` when the daemon can't be reached or fails; `clean`, too, when none is configured
 */
export async function scanForViruses(
  { config, log }: Pick<Services, 'config' | 'log'>,
  content: Content,
): Promise<'clean' | 'infected' | 'unscanned'> {
  if (!config.clamdUrl) return 'clean'
  try {
    const reply = (await send(new URL(config.clamdUrl), content)).replace(/\0$/, '')
    if (reply.endsWith(' FOUND')) {
      log.warn({ reply }, 'upload refused: infected')
      return 'infected'
    }
    if (!reply.endsWith(' OK')) throw new Error(`clamd replied: ${reply.slice(0, 200)}`)
    return 'clean'
  } catch (err) {
    log.error({ err }, 'upload not scanned for viruses')
    return 'unscanned'
  }
}

async function send({ protocol, hostname, port, pathname }: URL, content: Content) {
  const socket =
    protocol === 'unix:'
      ? connect(decodeURIComponent(pathname))
      : connect(Number(port || 3310), hostname.replace(/^\[|\]$/g, ''))
  socket.setTimeout(silentMsMax, () => socket.destroy(new Error('clamd is silent')))
  const done = new AbortController()
  try {
    const reply = text(socket)
    // The daemon may reply and hang up before it has read everything.
    const writing = write(socket, content, done.signal).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error
    })
    await Promise.race([writing, reply])
    return await reply
  } finally {
    done.abort()
    socket.destroy()
  }
}

/**
 * Each chunk goes behind its length in four bytes; a length of zero ends the file.
 * @param signal ends the wait for a daemon that reads no further
 */
async function write(socket: Socket, content: Content, signal: AbortSignal) {
  socket.write('zINSTREAM\0')
  const chunks = 'bytes' in content ? [content.bytes] : createReadStream(content.path)
  for await (const chunk of chunks) {
    if (socket.destroyed) return
    socket.write(lengthOf(chunk))
    if (!socket.write(chunk)) await once(socket, 'drain', { signal })
  }
  socket.write(lengthOf([]))
}

function lengthOf(chunk: { length: number }) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  return length
}
