import type { Readable } from 'node:stream'
import { nodeStreamOf } from '../node-stream.ts'
import type { RequestContext } from './context.ts'

/** The body of a request, which costs far less to read from the connection than as a stream of the web. */
export const incomingBody = (
  request: Request,
  { incoming }: Pick<RequestContext, 'incoming'>,
): Readable | null => incoming ?? (request.body && nodeStreamOf(request.body))

/**
 * Calls for each chunk of a body as it comes. An error ends it, and leaves the rest in the connection.
 * @returns `ended`, and `stop`, which ends it with an error
 */
export function readChunks(body: Readable, onChunk: (chunk: Buffer) => void) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const read = (chunk: Buffer) => {
    try {
      onChunk(chunk)
    } catch (error) {
      reject(error)
    }
  }
  const lose = () => reject(new Error('The connection was lost'))
  // Stays: a connection that is lost later is no error any more.
  body.on('error', reject)
  const end = () => {
    // It closes now as well, which is no loss.
    body.off('close', lose)
    resolve()
  }
  body.on('data', read).once('end', end).once('close', lose)
  if (body.destroyed) lose()
  const ended = promise.finally(() => {
    body.off('data', read).off('end', end).off('close', lose).pause()
  })
  return { ended, stop: reject }
}
