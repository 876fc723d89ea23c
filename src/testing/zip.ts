import { crc32, deflateRawSync } from 'node:zlib'

export type ZipEntry = {
  name: string | Buffer
  content: string | Buffer
  /** 0 stores and 8 deflates; any other number is an unknown method. */
  method?: number
  /** Bit 0: encrypted; bit 3: sizes follow the data, as in streamed zips. */
  flags?: number
  /** A wrong size to declare. */
  declaredSize?: number
  /** A wrong packed size to declare. */
  declaredPackedSize?: number
  /** A wrong offset to declare. */
  declaredOffset?: number
}

const number = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes)
  if (bytes === 2) buffer.writeUInt16LE(value)
  else buffer.writeUInt32LE(value)
  return buffer
}

/** A zip file made byte by byte, so that it can be wrong in every way. */
export function zipOf(
  entries: readonly ZipEntry[],
  { comment = '', declaredEntries = entries.length } = {},
) {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  const append = (...buffers: Buffer[]) => {
    parts.push(...buffers)
    offset += buffers.reduce((sum, one) => sum + one.length, 0)
  }
  for (const entry of entries) {
    const { method = 8, flags = 0, declaredOffset = offset } = entry
    const name = Buffer.from(entry.name)
    const content = Buffer.from(entry.content)
    const data = method === 0 ? content : deflateRawSync(content)
    const { declaredSize = content.length, declaredPackedSize = data.length } = entry
    const sizes = [crc32(content), declaredPackedSize, declaredSize].map((size) => number(size, 4))
    const isStreamed = (flags & 8) !== 0
    const start = [number(20, 2), number(flags, 2), number(method, 2), number(0, 4)]
    const nameLengths = [number(name.length, 2), number(0, 2)]
    append(
      number(0x04034b50, 4),
      ...start,
      ...(isStreamed ? [Buffer.alloc(12)] : sizes),
      ...nameLengths,
      name,
      data,
      ...(isStreamed ? [number(0x08074b50, 4), ...sizes] : []),
    )
    directory.push(
      number(0x02014b50, 4),
      number(20, 2),
      ...start,
      ...sizes,
      ...nameLengths,
      Buffer.alloc(10),
      number(declaredOffset, 4),
      name,
    )
  }
  const central = Buffer.concat(directory)
  const counts = [number(declaredEntries, 2), number(declaredEntries, 2)]
  append(central, number(0x06054b50, 4), number(0, 4), ...counts)
  append(number(central.length, 4), number(offset - central.length - 12, 4))
  return Buffer.concat([...parts, number(comment.length, 2), Buffer.from(comment)])
}
