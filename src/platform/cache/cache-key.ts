/** The values of the header `ect` that are too slow for the web font. */
const slowLines: unknown[] = ['slow-2g', '2g']

/**
 * Whether the visitor's browser asks for fewer bytes, or is on a slow line: its pages do without the web font.
 * @param saveData the request's `save-data` header @param ect its `ect`, the client hint that pages ask for
 */
export const savesData = (saveData: unknown, ect: unknown) =>
  saveData === 'on' || slowLines.includes(ect)

/** The cache key of the form of a page that a visitor gets. No request can name it: no target has a space. */
export const variantKeyOf = (key: string, isSaving: boolean) =>
  isSaving ? `${key} save-data` : key

/** What the values of parameters look like; any other value counts as none. */
export type ParameterPatterns = Readonly<Record<string, RegExp>>

/**
 * The path and query of a URL with only the parameters that its response depends on, in a fixed order: the key of the
 * cached response.
 * @param known the parameters' names
 * @param patterns of parameters that have one value
 */
export function cacheKeyOf(
  { pathname, searchParams }: URL,
  known: readonly string[],
  patterns: ParameterPatterns = {},
): string {
  const query = new URLSearchParams()
  for (const name of known.toSorted()) {
    const pattern = patterns[name]
    const all = searchParams.getAll(name)
    const values = pattern ? all.slice(0, 1).filter((value) => pattern.test(value)) : all
    for (const value of values) query.append(name, value)
  }
  return query.size > 0 ? `${pathname}?${query}` : pathname
}
