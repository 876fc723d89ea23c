import type { Plugin } from 'vite'

/** Tailwind's defaults for browsers that don't know @property: every browser that `cssTarget` names does. */
const defaults = /@layer properties\{@supports [^{]+\{[^{}]*\{[^{}]*\}\}\}/

/**
 * Leaves out of the style sheets what no browser reads that can read the rest. The build fails where Tailwind writes
 * it in another way.
 */
export const withoutCssDefaults = (): Plugin => ({
  name: 'without-css-defaults',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      let isFound = false
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        const before = String(file.source)
        file.source = before.replace(defaults, '')
        isFound ||= file.source !== before
      }
      if (!isFound) this.error("Tailwind's defaults for old browsers were not found")
    },
  },
})
