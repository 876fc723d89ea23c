import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { contractForBrowser } from './vite/contract.ts'
import { withoutCssDefaults } from './vite/css-defaults.ts'
import { fetchedImports } from './vite/fetched-imports.ts'
import { smallIcons } from './vite/icons.ts'
import { precompressed } from './vite/precompressed.ts'

/**
 * What pages share comes in few files instead of thirty, which compress better together and are asked for at once: the
 * libraries, which seldom change; the frame around the public pages with all that it is made of; what forms, the
 * application and what is read are made of. A page should want most of each file that it wants any of.
 */
const shared = [
  {
    name: 'libraries',
    // React Router loads the files of pages by way of ours.
    test: /node_modules\/(react|react-dom|react-router|scheduler)\/|src\/ui\/lazy\/(fetched-imports|import-with-retry)\.ts$|vite\/preload-helper/,
    priority: 3,
  },
  {
    name: 'frame',
    // The two entries bring what they import; the others are on most pages.
    test: /src\/(root|pages\/public\/layout|shared\/(image-url|format)|client\/(loaders\/loaders|api\/errors)|ui\/(image|badge|card|feedback\/skeleton)|layout\/(hero-banner|content-cards))\.tsx?$/,
    priority: 2,
  },
  {
    name: 'forms',
    test: /src\/(shared\/validation|features\/newsletter\/validation|ui\/forms\/((text-|select-|honeypot-)?field|privacy-note|form-error|show-errors|ignore-double-click))\.tsx?$|lucide-react\/.+\/(calendar-days|map-pin)\.m?js$/,
  },
  {
    name: 'application',
    test: /src\/(features\/(applications\/(validation|public\/step-frame)|cohorts\/deadline|tech-stacks\/public\/tech-stack-icon))\.tsx?$|lucide-react\/.+\/users\.m?js$/,
  },
  {
    // The testimonials have them too, and want nothing else of the application.
    name: 'chevrons',
    test: /lucide-react\/.+\/chevron-(left|right)\.m?js$/,
    priority: 1,
  },
  {
    name: 'reading',
    test: /src\/(features\/news\/public\/(article-banner|insights-url)|ui\/portrait)\.tsx?$/,
  },
]

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    contractForBrowser(),
    smallIcons(),
    fetchedImports(),
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
      'react-hook-form',
      'uqr',
    ],
  },
  build: {
    target: 'es2022',
    // What Tailwind asks for itself, so that no colour comes twice.
    cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
    assetsInlineLimit: 0,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: shared } } } } },
  },
})
