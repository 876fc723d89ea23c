import type { RouteConfigEntry } from '@react-router/dev/routes'
import {
  type ServerBuild,
  UNSAFE_withComponentProps,
  UNSAFE_withErrorBoundaryProps,
} from 'react-router'
import { forCdn } from '#platform/cache/cdn.ts'
import { createPageCache } from '#platform/cache/page-cache.ts'
import type { Services } from '#platform/http/context.ts'
import { createApp } from '#server/app.ts'
import { createExpiry } from '#server/cache/expiry.ts'
import { createPageHandler } from '#server/pages/handler.ts'
import { createPageKeys } from '#server/pages/page-keys.ts'
import routeConfig from '../routes.ts'

/** The public pages: those of the dashboard render nothing on the server that depends on data. */
const pages = routeConfig.filter(({ path }) => path !== 'dashboard')

/** The app with its pages and its cache, rendered from the sources without a build. */
export async function startTestPages(services: Services) {
  const cache = createPageCache(services.tagVersions, services.now, {
    findNextExpiry: createExpiry(services),
    finish: (response, tags, leftMs) => forCdn(response, tags, leftMs, services.config),
  })
  const build = await buildOf(pages)
  const keys = createPageKeys(async () => build)
  const handlePage = createPageHandler(async () => build, services.config, cache, keys)
  const app = createApp(services, { handlePage, cache })
  return {
    cache,
    keys,
    /** The paths of all pages, with their parameters as in routes.ts. */
    paths: Object.values(build.routes).flatMap((route) =>
      route?.module.default && (route.path || route.index) ? [`/${route.path ?? ''}`] : [],
    ),
    request: (path: string, init: RequestInit = {}) =>
      app.fetch(new Request(`http://localhost${path}`, init), { peerAddress: '127.0.0.1' }),
  }
}

/** What React Router's build makes of the routes; the files for browsers are names alone. */
async function buildOf(entries: readonly RouteConfigEntry[]): Promise<ServerBuild> {
  const routes: BuiltRoute[] = []
  const add = async (entry: RouteConfigEntry, parentId?: string) => {
    const { file, path, index, caseSensitive, children = [] } = entry
    const { links, ...module } = await import(/* @vite-ignore */ `../${file}`)
    const id = file === 'root.tsx' ? 'root' : file
    routes.push({ id, parentId, path, index, caseSensitive, module: withProps(module) })
    for (const child of children) await add(child, id)
  }
  await add({ file: 'root.tsx', path: '', children: [...entries] })
  const byId = <T>(pick: (route: BuiltRoute) => T) =>
    Object.fromEntries(routes.map((route) => [route.id, pick(route)]))
  return {
    entry: { module: await import('../entry.server.tsx') },
    routes: byId((route) => route),
    assets: {
      entry: { imports: [], module: '/entry.js' },
      routes: byId(assetsOf),
      url: '/manifest.js',
      version: '',
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  } as unknown as ServerBuild
}

export type TestPages = Awaited<ReturnType<typeof startTestPages>>

type BuiltRoute = NonNullable<ServerBuild['routes'][string]>

type Sources = {
  default: Parameters<typeof UNSAFE_withComponentProps>[0]
  ErrorBoundary?: Parameters<typeof UNSAFE_withErrorBoundaryProps>[0]
}

/** Components take their data from the router. */
const withProps = (module: Sources) =>
  ({
    ...module,
    default: module.default && UNSAFE_withComponentProps(module.default),
    ...(module.ErrorBoundary && {
      ErrorBoundary: UNSAFE_withErrorBoundaryProps(module.ErrorBoundary),
    }),
  }) as BuiltRoute['module']

const assetsOf = ({ module, ...route }: BuiltRoute) => ({
  ...route,
  hasLoader: Boolean(module.loader),
  hasAction: Boolean(module.action),
  hasErrorBoundary: Boolean(module.ErrorBoundary),
  module: `/${route.id}.js`,
})
