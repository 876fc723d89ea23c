import type { Plugin } from 'vite'

/** Tailwind's defaults for browsers that don't know @property: every browser that `cssTarget` names does. */
const defaults = /@layer properties\{@supports [^{]+\{[^{}]*\{[^{}]*\}\}\}/

/** A mixed colour, with the rule before it for browsers that can't mix any. */
const mixed = /([^{}]+)\{[^{}]*\}@supports \(color:color-mix\([^{]+\{(\1\{[^{}]*\})\}/g

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
      const found = new Set<RegExp>()
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        for (const [part, rest] of [
          [defaults, ''],
          [mixed, '$2'],
        ] as const) {
          const before = String(file.source)
          file.source = before.replace(part, rest)
          if (file.source !== before) found.add(part)
        }
      }
      if (found.size < 2) this.error("Tailwind's defaults for old browsers were not found")
    },
  },
})
