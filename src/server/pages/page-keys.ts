import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import type { PageHandle } from '#client/loaders/loaders.ts'
import { cacheKeyOf } from '#platform/cache/cache-key.ts'

/** Matching a path takes longer than sending a kept page. More paths than these are matched again. */
const pathsMax = 1000

export type PageKeys = ReturnType<typeof createPageKeys>

/**
 * Finds the cache keys of pages: their paths, with those query parameters alone that their routes read. A link with
 * `utm_source` or `fbclid` leads to the same cached page as one without.
 */
export function createPageKeys(getBuild: () => Promise<ServerBuild>) {
  let matched: { build: ServerBuild; match: ReturnType<typeof createMatch> } | undefined
  const known = new Map<string, readonly string[]>()

  return {
    async keyOf(url: URL): Promise<string> {
      const build = await getBuild()
      // The build only changes in development.
      if (matched?.build !== build) {
        matched = { build, match: createMatch(build) }
        known.clear()
      }
      let parameters = known.get(url.pathname)
      if (!parameters) {
        parameters = matched.match(url.pathname)
        if (known.size >= pathsMax) known.clear()
        known.set(url.pathname, parameters)
      }
      return cacheKeyOf(url, parameters)
    },
    /** The key of a path and query whose page has been asked for before; null of any other. */
    knownKeyOf(pathAndQuery: string): string | null {
      const parameters = known.get(pathAndQuery.split('?', 1)[0] as string)
      return parameters ? cacheKeyOf(new URL(pathAndQuery, 'http://localhost'), parameters) : null
    },
  }
}

/** Finds the query parameters that the page of a path reads, by the `handle` of its routes. */
function createMatch({ routes }: ServerBuild) {
  const childrenOf = (parentId?: string): RouteObject[] =>
    Object.values(routes)
      .filter((route) => route !== undefined && route.parentId === parentId)
      .map((route) => {
        const { id, path, index, module } = route as NonNullable<typeof route>
        const { handle } = module
        return (
          index ? { id, index, handle } : { id, path, handle, children: childrenOf(id) }
        ) as RouteObject
      })
  const tree = childrenOf()
  return (pathname: string): readonly string[] =>
    (matchRoutes(tree, pathname) ?? []).flatMap(
      ({ route }) => (route.handle as PageHandle | undefined)?.query ?? [],
    )
}
