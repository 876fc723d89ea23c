/**
 * Gives the memory of bytes back that nothing reads any longer, native code included: it would read what is not there.
 * Left to the collector, some applications' files would have it look through the whole heap.
 */
export function freeBytes({ buffer, byteLength }: Buffer) {
  // Small ones share a pool.
  if (buffer instanceof ArrayBuffer && !buffer.detached && buffer.byteLength === byteLength)
    buffer.transfer(0)
}
