/** Whether the visitor's browser asks for fewer bytes: its pages do without the web font. */
export const savesData = (saveData: unknown) => saveData === 'on'

/** The cache key of the form of a page that a visitor gets. */
export const formKeyOf = (key: string, isSaving: boolean) => (isSaving ? `${key}#save-data` : key)

/**
 * The path and query of a URL with only the parameters that its response depends on, in a fixed order: the key of the
 * cached response.
 * @param known the parameters' names
 */
export function cacheKeyOf({ pathname, searchParams }: URL, known: readonly string[]): string {
  const query = new URLSearchParams()
  for (const name of known.toSorted()) {
    for (const value of searchParams.getAll(name)) query.append(name, value)
  }
  return query.size > 0 ? `${pathname}?${query}` : pathname
}
