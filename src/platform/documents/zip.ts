import { pipeline, Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import type { ReadableFile } from './readable-file.ts'

export type ZipPart = {
  name: string
  /** The unpacked size in bytes, as the zip declares it. */
  size: number
  /** Unpacks the part. @throws when it differs from its declared size or can't be read */
  read(): AsyncIterable<Buffer>
}

const signature = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 }
const length = { end: 22, entry: 46, local: 30, commentMax: 0xffff }
const inExtraField = 0xffffffff
const sizesField = 1
const chunkBytes = 64 * 1024

/**
 * Reads the parts of a zip file from its central directory. The file is not trusted: every offset and length is checked
 * against its size. The zip readers on npm crash the process at offsets past 2^53.
 * @throws when it is no zip, is encrypted, uses another method than store or deflate, or has a name that is a path out
 * of its folder
 */
export async function* zipParts(file: ReadableFile): AsyncGenerator<ZipPart> {
  const { size: fileBytes } = await file.stat()
  const bytesAt = async (position: number, bytes: number) => {
    if (!(position >= 0 && bytes >= 0 && position + bytes <= fileBytes))
      throw new Error('Outside of the zip')
    const buffer = Buffer.alloc(bytes)
    const { bytesRead } = await file.read(buffer, 0, bytes, position)
    if (bytesRead < bytes) throw new Error('The zip ends early')
    return buffer
  }

  const tailBytes = Math.min(fileBytes, length.end + length.commentMax)
  const tail = await bytesAt(fileBytes - tailBytes, tailBytes)
  const end = tail.subarray(findEnd(tail))
  const count = end.readUInt16LE(10)
  let position = end.readUInt32LE(16)
  let packedBytesLeft = fileBytes

  for (let index = 0; index < count; index += 1) {
    const entry = await bytesAt(position, length.entry)
    if (entry.readUInt32LE() !== signature.entry) throw new Error('Not an entry of a zip')
    const nameBytes = entry.readUInt16LE(28)
    const extraBytes = entry.readUInt16LE(30)
    const variable = await bytesAt(position + length.entry, nameBytes + extraBytes)
    position += length.entry + nameBytes + extraBytes + entry.readUInt16LE(32)
    const name = checkedName(variable.toString('utf8', 0, nameBytes))
    const [size, packedBytes, offset] = locationOf(entry, variable.subarray(nameBytes))
    // Overlapping parts would let a small file unpack to many times its size.
    packedBytesLeft -= packedBytes
    if (packedBytesLeft < 0) throw new Error('More parts than the file has room for')
    const method = entry.readUInt16LE(10)
    if (entry.readUInt16LE(8) & 1 || (method !== 0 && method !== 8))
      throw new Error('Encrypted or unknown')

    const packed = async function* () {
      const local = await bytesAt(offset, length.local)
      if (local.readUInt32LE() !== signature.local) throw new Error('Not a part of a zip')
      const start = offset + length.local + local.readUInt16LE(26) + local.readUInt16LE(28)
      for (let done = 0; done < packedBytes; done += chunkBytes) {
        yield await bytesAt(start + done, Math.min(chunkBytes, packedBytes - done))
      }
    }
    yield { name, size, read: () => ofSize(size, method === 8 ? inflated(packed()) : packed()) }
  }
}

/** Finds the end record: the last one whose comment reaches exactly to the end of the file. */
function findEnd(tail: Buffer) {
  for (let at = tail.length - length.end; at >= 0; at -= 1) {
    const isEnd = tail.readUInt32LE(at) === signature.end
    if (isEnd && at + length.end + tail.readUInt16LE(at + 20) === tail.length) return at
  }
  throw new Error('Not a zip')
}

function checkedName(name: string) {
  const isPath = /^([a-z]:|\/)|[\\\0]|(^|\/)\.\.(\/|$)/i.test(name)
  if (name === '' || isPath) throw new Error('A name that is no name within a zip')
  return name
}

/** Size, packed bytes and offset; values over 4 GB stand in the extra field (zip64). */
function locationOf(entry: Buffer, extra: Buffer): [number, number, number] {
  const location: [number, number, number] = [
    entry.readUInt32LE(24),
    entry.readUInt32LE(20),
    entry.readUInt32LE(42),
  ]
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== sizesField) continue
    let next = at + 4
    for (const [index, value] of location.entries()) {
      if (value !== inExtraField) continue
      location[index] = Number(extra.readBigUInt64LE(next))
      next += 8
    }
    break
  }
  return location
}

const inflated = (packed: AsyncIterable<Buffer>) =>
  pipeline(Readable.from(packed), createInflateRaw(), () => {}) as AsyncIterable<Buffer>

async function* ofSize(size: number, content: AsyncIterable<Buffer>) {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > size) break
    yield chunk
  }
  if (bytes !== size) throw new Error('A part of another size than declared')
}
