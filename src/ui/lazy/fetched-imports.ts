import { notifyOfLostNavigation } from '../feedback/lost-navigation.ts'
import { importWithRetry } from './import-with-retry.ts'

/*
 * Firefox caches a failed import(), and fails again until the page is reloaded. So the browser's build fetches every
 * file of an import before it calls import(): a fetch can be repeated, and the import then reads the browser's cache
 * (docs/decisions/024-imports-fetched-first.md).
 */

/** The fetches of files, by path; a failed one is removed. */
const fetches = new Map<string, Promise<void>>()

/**
 * Imports a chunk. The build wraps every import() of the project in it (`vite/fetched-imports.ts`).
 * @param files the chunk and those of its dependencies that are not loaded yet, as paths from the root
 * @throws when a file can't be fetched; the next call fetches it again
 */
export async function importFetched<Module>(load: () => Promise<Module>, files: string[] = []) {
  await Promise.all(files.filter((file) => file.endsWith('.js')).map(fetchOnce))
  return load()
}

/** Imports a file of a page that React Router navigates to. Retries after a lost connection. */
export const importRouteFile = (file: string) =>
  importWithRetry(() => importFetched(() => import(/* @vite-ignore */ file), routeFiles(file)), {
    onLost: notifyOfLostNavigation,
  })

type RouteFiles = {
  module: string
  clientLoaderModule?: string
  clientActionModule?: string
  imports?: string[]
}

declare global {
  var __reactRouterManifest: { routes: Record<string, RouteFiles> } | undefined
  /** The modules of the loaded routes, by id. */
  var __reactRouterRouteModules: Record<string, unknown> | undefined
}

/** The file itself, and the imports of its route that no other route has loaded yet. */
function routeFiles(file: string) {
  const routes = globalThis.__reactRouterManifest?.routes ?? {}
  const loaded = Object.keys(globalThis.__reactRouterRouteModules ?? {})
  const loadedFiles = new Set(loaded.flatMap((id) => routes[id]?.imports ?? []))
  const route = Object.values(routes).find(({ module, clientLoaderModule, clientActionModule }) =>
    [module, clientLoaderModule, clientActionModule].includes(file),
  )
  return [file, ...(route?.imports ?? [])].filter((one) => !loadedFiles.has(one))
}

function fetchOnce(file: string) {
  const path = file.startsWith('/') ? file : `/${file}`
  const known = fetches.get(path)
  if (known) return known
  const fetching = fetchToEnd(path)
  fetches.set(path, fetching)
  fetching.catch(() => fetches.delete(path))
  return fetching
}

async function fetchToEnd(path: string) {
  const response = await fetch(path)
  if (!response.ok) {
    throw new Error('A part of the page could not be loaded.', { cause: response.status })
  }
  // The browser caches only a response that was read to its end.
  await response.arrayBuffer()
}
