import type { Plugin } from 'vite'

/**
 * Has what is imported later imported plainly. Vite's own way looks for style sheets and files to load before, on every
 * page; here all style sheets come with the routes, and so do the files that a route needs.
 */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null,
})
