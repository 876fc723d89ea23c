import { allProcedures } from '#api/all-procedures.ts'

/** The API's public reads: the pattern of their paths, and the names of their input. */
const reads = [...allProcedures.values()].flatMap(({ route, access, inputSchema }) => {
  if (route.method !== 'GET' || access !== 'public') return []
  const path = route.path?.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '[^/]+')
  const input = inputSchema as { shape?: object } | undefined
  return [{ pattern: new RegExp(`^/api${path}/?$`), names: Object.keys(input?.shape ?? {}) }]
})

/** The query parameters that the public reads at a path know; null if there are no such reads. */
export function readParametersOf(pathname: string): string[] | null {
  const found = reads.filter(({ pattern }) => pattern.test(pathname))
  return found.length > 0 ? [...new Set(found.flatMap(({ names }) => names))] : null
}
