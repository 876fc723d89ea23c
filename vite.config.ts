import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { contractForBrowser } from './scripts/vite-contract.ts'
import { withoutCssDefaults } from './scripts/vite-css-defaults.ts'
import { smallIcons } from './scripts/vite-icons.ts'
import { plainImports } from './scripts/vite-plain-imports.ts'
import { precompressed } from './scripts/vite-precompressed.ts'

/**
 * What every public page needs comes in two files instead of thirty, which compress better together: the libraries,
 * which seldom change, and the frame around the pages with all that it is made of.
 */
const everywhere = [
  {
    name: 'libraries',
    test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
    priority: 1,
  },
  {
    name: 'frame',
    // The two entries bring what they import; the others are on most pages.
    test: /src\/(root|pages\/public\/layout|image-address|client\/(load|errors|dates)|ui\/(image|badge|card|skeleton)|layout\/(hero-banner|content-cards))\.tsx?$/,
  },
]

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    contractForBrowser(),
    smallIcons(),
    plainImports(),
    withoutCssDefaults(),
    precompressed(),
  ],
  optimizeDeps: { rolldownOptions: { plugins: [smallIcons()] } },
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
  build: {
    target: 'es2022',
    // What Tailwind asks for itself, so that no colour comes twice.
    cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
    assetsInlineLimit: 0,
    modulePreload: false,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: everywhere } } } } },
  },
})
