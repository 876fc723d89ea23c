/* What the older of the browsers that pages are for don't have (`cssTarget` in vite.config.ts). */

/** As `Map.groupBy`. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key) {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** As `URL.parse`. */
export function parseUrl(text: string, base?: string) {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
