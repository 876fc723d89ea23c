/** A file that is read at positions, on the disk or in memory. */
export type ReadableFile = {
  /** All of one in memory. */
  bytes?: Buffer
  stat(): Promise<{ size: number }>
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesRead: number; buffer: Buffer }>
}

/** Reads bytes in memory as a file. */
export const fileInMemory = (bytes: Buffer): ReadableFile => ({
  bytes,
  stat: async () => ({ size: bytes.length }),
  read: async (buffer, offset, length, position) => ({
    bytesRead: bytes.copy(buffer, offset, position, position + length),
    buffer,
  }),
})

/** The bytes at a position, fewer where the file ends. Those in memory are not copied. */
export async function bytesAt(file: ReadableFile, position: number, length: number) {
  if (file.bytes) return file.bytes.subarray(position, position + length)
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
