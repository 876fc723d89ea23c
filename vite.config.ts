import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { chunkGroups } from './vite/chunk-groups.ts'
import { contractForBrowser } from './vite/contract.ts'
import { withoutCssDefaults } from './vite/css-defaults.ts'
import { fetchedImports } from './vite/fetched-imports.ts'
import { smallIcons, smallIconsOfBuild } from './vite/icons.ts'
import { ownCopies } from './vite/own-copies.ts'
import { precompressed } from './vite/precompressed.ts'

/** A page should want most of each group that it wants any of. `npm run bench -- pages` measures it. */
const shared = [
  {
    name: 'libraries',
    // React Router loads the files of pages by way of src/ui/lazy.
    files: [
      'react',
      'react-dom',
      'react-router',
      'scheduler',
      'src/ui/lazy/fetched-imports.ts',
      'src/ui/lazy/import-with-retry.ts',
    ],
    priority: 3,
  },
  {
    name: 'frame',
    // The two entries bring what they import; the others are on most pages.
    files: [
      'src/root.tsx',
      'src/pages/public/layout.tsx',
      'src/shared/image-url.ts',
      'src/shared/format.ts',
      'src/client/loaders/loaders.ts',
      'src/ui/image.tsx',
      'src/ui/badge.tsx',
      'src/ui/card.tsx',
      'src/ui/feedback/skeleton.tsx',
      'src/layout/hero-banner.tsx',
    ],
    priority: 2,
  },
  {
    name: 'forms',
    files: [
      'src/shared/validation.ts',
      'src/client/forms/public-form.ts',
      'src/client/forms/use-public-form.ts',
      'src/ui/forms/field.tsx',
      'src/ui/forms/text-field.tsx',
      'src/ui/forms/select-field.tsx',
      'src/ui/forms/spam-fields.tsx',
      'src/ui/forms/privacy-note.tsx',
      'src/ui/forms/form-error.tsx',
      'src/ui/forms/show-errors.ts',
      'src/ui/forms/ignore-double-click.ts',
    ],
    priority: 1,
  },
  {
    name: 'application',
    files: [
      'src/features/applications/public/step-frame.tsx',
      'src/features/cohorts/deadline.ts',
      'src/features/tech-stacks/public/tech-stack-icon.tsx',
    ],
  },
  {
    name: 'reading',
    files: [
      'src/features/news/public/article-banner.tsx',
      'src/features/news/public/insights-url.ts',
      'src/ui/portrait.tsx',
      'src/layout/content-cards.ts',
    ],
  },
]

/** The editor's preview shows the parts of an article's page, which is no heavier for that. */
const preview = {
  of: 'src/pages/dashboard/article-preview.tsx',
  files: [
    'src/features/news/public/article-head.tsx',
    'src/features/news/public/article-body.tsx',
    'src/features/news/public/share-button.tsx',
  ],
}

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    contractForBrowser(),
    smallIconsOfBuild(),
    fetchedImports(),
    chunkGroups(shared),
    ownCopies(preview),
    withoutCssDefaults(),
    precompressed(),
  ],
  // Not the build's, which fails without icons: the optimizer bundles other packages apart.
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
})
