import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ours = fileURLToPath(new URL('../src/ui/lucide-icon.ts', import.meta.url))

/** Draws lucide's icons by a smaller component than the package brings: a kilobyte less on every page. */
export const smallIcons = (onReplaced = () => {}) =>
  ({
    name: 'small-icons',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith('/createLucideIcon.mjs') || !importer?.includes('/lucide-react/')) {
        return null
      }
      onReplaced()
      return ours
    },
  }) satisfies Plugin

/** The same for the build, which fails where the package has no such component any more. */
export function smallIconsOfBuild(): Plugin {
  let isReplaced = false
  const onReplaced = () => {
    isReplaced = true
  }
  return {
    ...smallIcons(onReplaced),
    generateBundle() {
      if (!isReplaced) this.error('lucide-react has no createLucideIcon.mjs to replace any more')
    },
  }
}
