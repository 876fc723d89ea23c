/** A file that is read at positions, on the disk or in memory. */
export type ReadableFile = {
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
  stat: async () => ({ size: bytes.length }),
  read: async (buffer, offset, length, position) => ({
    bytesRead: bytes.copy(buffer, offset, position, position + length),
    buffer,
  }),
})
