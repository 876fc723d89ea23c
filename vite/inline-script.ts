import { build, type Plugin } from 'vite'

const query = '?inline-script'

/** Gives `import code from './script.ts?inline-script'` the script and all that it imports as one minified text. */
export const inlineScript = (): Plugin => ({
  name: 'inline-script',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\?inline-script$/ },
    async handler(id, importer) {
      const found = await this.resolve(id.slice(0, -query.length), importer)
      return found && `\0${found.id}${query}`
    },
  },
  load: {
    filter: { id: /^\0.+\?inline-script$/ },
    async handler(id) {
      const entry = id.slice(1, -query.length)
      this.addWatchFile(entry)
      const built = await build({
        configFile: false,
        logLevel: 'silent',
        build: {
          write: false,
          target: 'es2022',
          lib: { entry, formats: ['iife'], name: 'page' },
        },
      })
      const [output] = [built].flat()
      if (!output || !('output' in output)) throw new Error(`${entry} was not built`)
      for (const module of output.output[0].moduleIds) this.addWatchFile(module)
      return `export default ${JSON.stringify(output.output[0].code.trim())}`
    },
  },
})
