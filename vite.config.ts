import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { contractForBrowser } from './scripts/vite-contract.ts'
import { precompressed } from './scripts/vite-precompressed.ts'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), contractForBrowser(), precompressed()],
  // Bundled into the server's build, so that it loads the few icons and parts that it uses and not the whole packages.
  ssr: {
    noExternal: [
      'lucide-react',
      '@base-ui/react',
      '@tanstack/react-query',
      '@tanstack/react-table',
      'react-hook-form',
      'uqr',
    ],
  },
  build: { target: 'es2022', assetsInlineLimit: 0 },
})
