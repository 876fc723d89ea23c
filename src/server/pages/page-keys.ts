import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import type { PageHandle } from '#client/loaders/loaders.ts'
import { cacheKeyOf, type ParameterPatterns } from '#platform/cache/cache-key.ts'

/** Matching a path takes longer than sending a cached page, so this many matches are kept. */
const pathsMax = 1000

type MatchedPage = { parameters: readonly string[]; patterns: ParameterPatterns; route: string }

export type PageKeys = ReturnType<typeof createPageKeys>

/**
 * Finds the cache keys of pages: their paths, with those query parameters alone that their routes read. A link with
 * `utm_source` or `fbclid` leads to the same cached page as one without.
 */
export function createPageKeys(getBuild: () => Promise<ServerBuild>) {
  let matched: { build: ServerBuild; match: ReturnType<typeof createMatch> } | undefined
  const known = new Map<string, MatchedPage>()

  return {
    async keyOf(url: URL): Promise<string> {
      const build = await getBuild()
      // The build only changes in development.
      if (matched?.build !== build) {
        matched = { build, match: createMatch(build) }
        known.clear()
      }
      let page = known.get(url.pathname)
      if (!page) {
        page = matched.match(url.pathname)
        if (known.size >= pathsMax) known.clear()
        known.set(url.pathname, page)
      }
      return cacheKeyOf(url, page.parameters, page.patterns)
    },
    /** The key of a path and query whose page has been asked for before; null of any other. */
    knownKeyOf(pathAndQuery: string): string | null {
      const page = known.get(pathAndQuery.split('?', 1)[0] as string)
      if (!page) return null
      // Not as a relative URL: of `//a` the `a` would be the host.
      const url = new URL(`http://localhost${pathAndQuery}`)
      return cacheKeyOf(url, page.parameters, page.patterns)
    },
    /** The route of a path that has been asked for before, such as /news/:slug. */
    routeOf: (path: string) => known.get(path)?.route ?? 'page',
  }
}

/** Finds the query parameters that the page of a path reads, by the `handle` of its routes. */
function createMatch({ routes }: ServerBuild) {
  const childrenOf = (parentId?: string): RouteObject[] =>
    Object.values(routes)
      .filter((route) => route !== undefined && route.parentId === parentId)
      .map((route) => {
        const { id, path, index, caseSensitive, module } = route as NonNullable<typeof route>
        const { handle } = module
        return (
          index
            ? { id, index, handle }
            : { id, path, caseSensitive, handle, children: childrenOf(id) }
        ) as RouteObject
      })
  const tree = childrenOf()
  return (pathname: string): MatchedPage => {
    const matches = matchRoutes(tree, pathname) ?? []
    const path = matches.map(({ route }) => route.path ?? '').filter(Boolean)
    const queries = matches.map(
      ({ route }) => (route.handle as PageHandle | undefined)?.query ?? [],
    )
    return {
      parameters: queries.flatMap((query) => (isNames(query) ? query : Object.keys(query))),
      patterns: Object.assign({}, ...queries.filter((query) => !isNames(query))),
      route: `/${path.join('/')}`.replace(/\/{2,}/g, '/'),
    }
  }
}

const isNames = (query: NonNullable<PageHandle['query']>): query is readonly string[] =>
  Array.isArray(query)
