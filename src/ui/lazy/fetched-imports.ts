import { importWithRetry } from './import-with-retry.ts'

/*
 * Firefox keeps an import() that failed, and repeats the failure until the page is reloaded. So the browser's build calls
 * none before it has fetched every file that the import asks for: a fetch can be repeated, and what it brings is kept by
 * the browser (docs/decisions/024-imports-fetched-first.md).
 */

/** The files that have come, or are on their way. */
const arrivals = new Map<string, Promise<void>>()

/**
 * Imports a chunk. The build puts this around every import() of ours (`vite/fetched-imports.ts`).
 * @param files what the chunk needs and isn't there yet, itself included, as paths from the root
 * @throws when a file doesn't come; the next call asks for it again
 */
export async function importFetched<Module>(load: () => Promise<Module>, files: string[] = []) {
  await Promise.all(files.filter((file) => file.endsWith('.js')).map(arrivalOf))
  return load()
}

/** Imports a file of a page that React Router goes to. A connection that is lost, it waits for. */
export const importRouteFile = (file: string) =>
  importWithRetry(() => importFetched(() => import(/* @vite-ignore */ file), routeFiles(file)))

type RouteFiles = {
  module: string
  clientLoaderModule?: string
  clientActionModule?: string
  imports?: string[]
}

declare global {
  var __reactRouterManifest: { routes: Record<string, RouteFiles> } | undefined
  /** The modules of the routes that are loaded, by id. */
  var __reactRouterRouteModules: Record<string, unknown> | undefined
}

/** The file itself, and what its route imports and no route has loaded yet. */
function routeFiles(file: string) {
  const routes = globalThis.__reactRouterManifest?.routes ?? {}
  const loaded = Object.keys(globalThis.__reactRouterRouteModules ?? {})
  const loadedFiles = new Set(loaded.flatMap((id) => routes[id]?.imports ?? []))
  const route = Object.values(routes).find(({ module, clientLoaderModule, clientActionModule }) =>
    [module, clientLoaderModule, clientActionModule].includes(file),
  )
  return [file, ...(route?.imports ?? [])].filter((one) => !loadedFiles.has(one))
}

function arrivalOf(file: string) {
  const path = file.startsWith('/') ? file : `/${file}`
  const known = arrivals.get(path)
  if (known) return known
  const arrival = fetchWhole(path)
  arrivals.set(path, arrival)
  arrival.catch(() => arrivals.delete(path))
  return arrival
}

async function fetchWhole(path: string) {
  const response = await fetch(path)
  if (!response.ok) {
    throw new Error('A part of the page could not be loaded.', { cause: response.status })
  }
  // The browser keeps what has come to its end.
  await response.arrayBuffer()
}
