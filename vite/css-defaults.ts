import type { Plugin } from 'vite'

/** Tailwind's defaults for browsers that don't know @property: every browser that `cssTarget` names does. */
const defaults = /@layer properties\{@supports [^{]+\{[^{}]*\{[^{}]*\}\}\}/

/** Leaves out of the style sheets what no browser reads that can read the rest. */
export const withoutCssDefaults = (): Plugin => ({
  name: 'without-css-defaults',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        file.source = String(file.source).replace(defaults, '')
      }
    },
  },
})
