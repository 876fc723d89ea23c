/** What is read of a file at a position, whether it lies on the disk or is held in memory. */
export type ReadableFile = {
  stat(): Promise<{ size: number }>
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesRead: number; buffer: Buffer }>
}

/** A file that is held in memory. */
export const heldFile = (bytes: Buffer): ReadableFile => ({
  stat: async () => ({ size: bytes.length }),
  read: async (buffer, offset, length, position) => ({
    bytesRead: bytes.copy(buffer, offset, position, position + length),
    buffer,
  }),
})
