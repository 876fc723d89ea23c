import type { Plugin } from 'vite'

type OwnCopies = {
  /** The file that gets copies; a path from the project's root, as are the next. */
  of: string
  files: readonly string[]
}

const suffix = '?copy'
const withoutQuery = (id: string) => id.split('?')[0] ?? id

/**
 * Gives a file copies of others, instead of sharing them: what two pages share is cut out into a chunk of its own, which
 * makes both heavier. The build fails where nothing is copied any more.
 */
export function ownCopies({ of, files }: OwnCopies): Plugin {
  const copied = new Set<string>()
  return {
    name: 'own-copies',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer, options) {
      if (!importer) return null
      const isWithin = importer.endsWith(suffix) || withoutQuery(importer).endsWith(`/${of}`)
      if (!isWithin) return null
      const target = await this.resolve(source, withoutQuery(importer), {
        ...options,
        skipSelf: true,
      })
      const file = files.find((path) => target?.id.endsWith(`/${path}`))
      if (!target || !file) return target
      copied.add(file)
      return `${target.id}${suffix}`
    },
    generateBundle() {
      const left = files.filter((file) => !copied.has(file))
      if (left.length > 0) this.error(`${of} does not import ${left.join(', ')} any more`)
    },
  }
}
