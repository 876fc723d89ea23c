import { fileURLToPath } from 'node:url'
import type { Plugin, Rollup } from 'vite'

const helper = fileURLToPath(new URL('../src/ui/lazy/fetched-imports.ts', import.meta.url))

/** An import() of React Router's, whose address is known in the browser alone. */
const computedImport = /\bimport\(\s*(?:\/\*[^*]*\*\/\s*)+([\w.]+)\s*\)/g

/** The file of a chunk and of every chunk that it imports at once, directly or not. */
function filesOf(bundle: Rollup.OutputBundle, file: string, found = new Set<string>()) {
  const chunk = bundle[file]
  if (chunk?.type !== 'chunk' || found.has(file)) return found
  found.add(file)
  for (const imported of chunk.imports) filesOf(bundle, imported, found)
  return found
}

/**
 * Has every import() of the browser's scripts fetch its files first (see `src/ui/lazy/fetched-imports.ts`). Vite's own
 * way looks for style sheets to load before, which all come with the routes here.
 */
export const fetchedImports = (): Plugin => {
  let bundle: Rollup.OutputBundle = {}
  let isHelperReplaced = false
  const changed = new Set<string>()

  return {
    name: 'fetched-imports',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          // What runs already has its own files.
          resolveDependencies: (file, _, { hostId }) => {
            const running = filesOf(bundle, hostId)
            return [...filesOf(bundle, file)].filter((one) => !running.has(one))
          },
        },
      },
    }),
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler() {
        isHelperReplaced = true
        return `export { importFetched as __vitePreload } from ${JSON.stringify(helper)}`
      },
    },
    transform: {
      filter: { id: /\/react-router\/dist\/.+\/dom\/ssr\/(routes|routeModules)\.js/ },
      handler(code, id) {
        const ours = code.replace(computedImport, 'importRouteFile($1)')
        if (ours === code) this.error(`No import() to change in ${id}`)
        changed.add(id)
        return {
          code: `import { importRouteFile } from ${JSON.stringify(helper)}\n${ours}`,
          map: null,
        }
      },
    },
    generateBundle(_, generated) {
      if (!isHelperReplaced) this.error('Vite has no preload helper to replace any more')
      if (changed.size !== 2) this.error('React Router imports routes in other files than it did')
      bundle = generated
    },
  }
}
