/** Cuts a list into parts of at most this many items, in their order. */
export function* chunksOf<Item>(items: readonly Item[], size: number) {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
