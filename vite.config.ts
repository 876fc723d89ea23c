import { parse } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import project from './package.json' with { type: 'json' }
import { chunkGroups } from './vite/chunk-groups.ts'
import { contractForBrowser } from './vite/contract.ts'
import { withoutCssDefaults } from './vite/css-defaults.ts'
import { fetchedImports } from './vite/fetched-imports.ts'
import { inlineScript } from './vite/inline-script.ts'
import { minified } from './vite/minified.ts'
import { precompressed } from './vite/precompressed.ts'

/** What the dashboard's pages share, and other pages want without the rest of it. */
const alone = [
  'src/client/api/client.ts',
  'src/client/api/queries.ts',
  'src/client/api/use-auth-state.ts',
  'src/ui/feedback/error-state.tsx',
  'src/ui/feedback/progress-bar.tsx',
  'src/ui/icons/plus.ts',
  'src/ui/icons/search.ts',
  'src/ui/icons/trash.ts',
  'src/ui/filter-chips.tsx',
  'src/ui/use-is-staying.ts',
  'src/layout/dashboard/meta.ts',
].map((file) => ({ name: parse(file).name, files: [file] }))

/**
 * A page should want most of each group that it wants any of. Each name earns something: without it some pages load half of
 * another group, or several small files. `npm run bench -- pages` and `e2e/page-weight.spec.ts` measure it.
 */
const shared = [
  {
    name: 'libraries',
    files: ['react', 'react-dom', 'react-router'],
  },
  {
    name: 'root',
    // What public pages and the dashboard share.
    files: [
      'src/root.tsx',
      'src/shared/format.ts',
      'src/ui/forms/show-errors.ts',
      'src/client/loaders/loaders.ts',
      'src/features/newsletter/validation.ts',
      'src/layout/logo.tsx',
      'src/ui/overlays/use-modal.ts',
      'src/ui/image.tsx',
      'src/ui/badge.tsx',
      'src/ui/card.tsx',
      'src/ui/feedback/empty-state.tsx',
      'src/ui/feedback/quiet-failure.tsx',
      'src/ui/feedback/skeleton.tsx',
      'src/ui/visually-hidden.tsx',
      'src/ui/skip-link.tsx',
      'src/ui/cross-icon.tsx',
      'src/layout/notifications.tsx',
      'src/layout/page-meta.ts',
      'src/client/forms/use-public-form.tsx',
      'src/ui/forms/use-leave-guard.ts',
      'src/ui/lazy/on-visible.ts',
      'src/ui/icons/calendar-days.ts',
      'src/ui/icons/check.ts',
      'src/ui/icons/chevron-down.ts',
      'src/ui/icons/chevron-left.ts',
      'src/ui/icons/chevron-right.ts',
      'src/ui/icons/clock.ts',
      'src/ui/icons/mail.ts',
      'src/ui/icons/map-pin.ts',
      'src/ui/icons/menu.ts',
      'src/ui/icons/phone.ts',
      'src/ui/icons/users.ts',
      'src/ui/icons/x.ts',
    ],
  },
  {
    name: 'frame',
    // Every public page has it, with the form of the newsletter.
    files: [
      'src/pages/public/layout.tsx',
      'src/layout/hero-banner.tsx',
      'src/ui/ornament/eyebrow.tsx',
      'src/ui/lazy/reveal.tsx',
    ],
  },
  {
    name: 'forms',
    files: [
      'src/ui/forms/text-field.tsx',
      'src/ui/forms/select-field.tsx',
      'src/ui/forms/form-error.tsx',
      'src/ui/forms/ignore-double-click.ts',
      'src/ui/forms/submit-by-keys.ts',
    ],
  },
  { name: 'session', files: ['src/client/api/session.ts', 'src/client/api/outcome.ts'] },
  ...alone,
  {
    name: 'application',
    files: [
      'src/features/cohorts/public/registration.ts',
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
  {
    name: 'dashboard',
    // What all its pages show, and what most of them want as soon as something is done on them.
    files: [
      'src/pages/dashboard/layout.tsx',
      'src/client/resources/undo/delete-dialog.tsx',
      'src/client/resources/undo/undo-strip.tsx',
      'src/client/resources/page/not-loaded.tsx',
      'src/ui/use-is-unmounted.ts',
      'src/client/api/use-notified-write.ts',
      'src/ui/leaving-button.tsx',
      'src/ui/data-table/filters.ts',
      'src/ui/data-table/list-url.ts',
      'src/ui/data-table/row-menu.tsx',
      'src/ui/data-table/selection.ts',
      'src/ui/lazy/lazy-component.tsx',
      'src/ui/page-heading.tsx',
    ],
  },
  {
    name: 'dialogs',
    files: ['src/ui/overlays/form-dialog.tsx'],
  },
  {
    name: 'list',
    // What nearly every list of the dashboard shows.
    files: [
      'src/client/resources/batch/batch-bar.tsx',
      'src/client/resources/list/resource-page.tsx',
      'src/client/resources/list/use-resource-list.ts',
    ],
  },
]

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    reactRouter(),
    contractForBrowser(),
    inlineScript(),
    fetchedImports(),
    chunkGroups(shared),
    withoutCssDefaults(),
    precompressed(),
  ],
  // The script of public pages is built as a worker is, which keeps notes for those who build with it.
  worker: { plugins: () => [minified()] },
  ssr: {
    // The server's build has what it needs of these within it, so that a production folder does without the packages.
    noExternal: command === 'build' || project.buildDependencies,
    external: Object.keys(project.dependencies).filter(
      (name) => !project.buildDependencies.includes(name),
    ),
  },
  // How long plugins take depends on what else the machine does.
  optimizeDeps: { rolldownOptions: { checks: { bundlerTimings: false } } },
  build: {
    target: 'es2022',
    // Nobody reads what each file would be compressed.
    reportCompressedSize: false,
    // What Tailwind asks for itself, so that no colour comes twice.
    cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
    assetsInlineLimit: 0,
    // Who takes one icon gets no others along.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /\/src\/ui\/icons/, sideEffects: false }] },
    },
  },
}))
