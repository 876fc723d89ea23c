import { Readable } from 'node:stream'

/** A stream of the web as one of Node. Their types differ in readers that neither side uses. */
export const nodeStreamOf = (stream: ReadableStream): Readable => Readable.fromWeb(stream as never)
