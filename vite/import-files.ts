import type { Plugin, Rollup } from 'vite'
import { chunkOf, filesOf } from './fetched-imports.ts'

const query = '?import-files'

/**
 * Gives `import files from './part.tsx?import-files'` on the server the paths of the scripts that `import('./part.tsx')`
 * loads in the browser, with a space between them: a sleeping page names them in `data-needs`. In the browser, and
 * without a build, there are none. The build fails where the browser's has no chunk of either file.
 */
export function importFiles(): Plugin {
  let bundle: Rollup.OutputBundle = {}
  return {
    name: 'import-files',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\?import-files$/ },
      async handler(id, importer) {
        const found = await this.resolve(id.slice(0, -query.length), importer)
        return found && `\0${found.id}${query}=${importer}`
      },
    },
    load: {
      filter: { id: /^\0.+\?import-files=/ },
      handler(id) {
        const [part = '', importer = ''] = id.slice(1).split(`${query}=`)
        const { name, mode } = this.environment
        if (name !== 'ssr' || mode !== 'build') return 'export default undefined'
        const [needed, running] = [part, importer].map((module) => {
          const chunk = chunkOf(bundle, module)
          return chunk ? filesOf(bundle, chunk) : this.error(`The browser's build has no ${module}`)
        })
        const files = [...(needed ?? [])].filter((file) => !running?.has(file))
        return `export default ${JSON.stringify(files.map((file) => `/${file}`).join(' '))}`
      },
    },
    generateBundle(_options, generated) {
      if (this.environment.name === 'client') bundle = generated
    },
  }
}
