import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ours = fileURLToPath(new URL('../src/ui/lucide-icon.ts', import.meta.url))

/**
 * Draws lucide's icons by a smaller component than the package brings: a kilobyte less on every page. The build fails
 * where the package has no such component any more.
 */
export function smallIcons(): Plugin {
  let isReplaced = false
  return {
    name: 'small-icons',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith('/createLucideIcon.mjs') || !importer?.includes('/lucide-react/')) {
        return null
      }
      isReplaced = true
      return ours
    },
    generateBundle() {
      if (!isReplaced) this.error('lucide-react has no createLucideIcon.mjs to replace any more')
    },
  }
}
