// The floors of the house, as docs/architecture.md tells them: an import goes down, never up.
// Files of tests may reach what they test with; the program itself may not.
const isTest = '[.]test[.]tsx?$'
// What lies directly in src/ is the app, put together from everything, apart from what both sides read.
const app = '^src/(?!(calls|config|fields|image-address|rules|site|contract)[.]ts)[^/]+[.]tsx?$'
const aboveFeatures = ['^src/(pages|layout)/', app]

module.exports = {
  forbidden: [
    {
      name: 'ground-imports-nothing-above',
      comment: 'database, platform and ui know nothing of the product.',
      severity: 'error',
      from: { path: '^src/(database|platform|ui)/', pathNot: isTest },
      to: { path: ['^src/features/', ...aboveFeatures] },
    },
    {
      name: 'client-knows-contracts-alone',
      comment:
        "The browser's client serves features; of what they are it knows the calls, as types.",
      severity: 'error',
      from: { path: '^src/client/', pathNot: isTest },
      to: {
        path: [
          '^src/features/(?![^/]+/contract[.]ts$)',
          '^src/(database|platform)/',
          ...aboveFeatures,
        ],
      },
    },
    {
      name: 'features-import-nothing-above',
      comment: 'A feature serves pages, the layout and the app; it never asks them for anything.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: isTest },
      to: { path: aboveFeatures },
    },
    {
      name: 'pages-import-nothing-above',
      comment: 'The app and its routes know the pages, and main knows the app.',
      severity: 'error',
      from: { path: '^src/(pages|layout)/', pathNot: isTest },
      to: { path: app },
    },
    {
      name: 'main-is-the-top',
      severity: 'error',
      from: {},
      to: { path: '^src/main[.]ts$' },
    },
    {
      name: 'only-tests-import-tests',
      severity: 'error',
      from: { pathNot: [isTest, '^src/testing/'] },
      to: { path: [isTest, '^src/testing/'] },
    },
    {
      name: 'features-meet-in-contracts',
      comment: 'Of another feature only contract.ts may be imported; pages compose the rest.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/', pathNot: isTest },
      to: { path: '^src/features/', pathNot: '^src/features/($1/|[^/]+/contract[.]ts$)' },
    },
    {
      name: 'browser-code-imports-no-server-code',
      comment: 'What a browser loads gets its data by the contract. A type tells too much already.',
      severity: 'error',
      from: { path: '^src/(features/[^/]+/(site|dashboard)|ui|client|pages|layout)/' },
      to: { path: '^src/(features/[^/]+/server|database|platform)/' },
    },
    {
      name: 'contracts-stand-alone',
      comment: 'Both sides load a contract, so it may load neither.',
      severity: 'error',
      from: { path: ['^src/contract[.]ts$', '^src/features/[^/]+/contract[.]ts$'] },
      to: { path: '^src/(features/[^/]+/(server|site|dashboard)|database|platform|ui)/' },
    },
    {
      name: 'server-imports-no-browser-code',
      comment: "A feature's server part answers calls; it renders nothing for a browser.",
      severity: 'error',
      from: { path: '^src/(features/[^/]+/server|database|platform)/', pathNot: isTest },
      to: { path: '^src/features/[^/]+/(site|dashboard)/|^src/(ui|pages|layout)/' },
    },
    {
      name: 'server-imports-no-react',
      severity: 'error',
      from: { path: '^src/(features/[^/]+/server|database|platform)/' },
      to: { path: '(^|/)node_modules/(react|react-dom|react-router|@react-router)/' },
    },
    {
      name: 'no-circular-imports',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment:
        'A file that nothing imports and that imports nothing is left over; routes name pages as text.',
      severity: 'error',
      from: { orphan: true, pathNot: [isTest, '[.]d[.]ts$', '^src/pages/'] },
      to: {},
    },
    {
      name: 'imports-resolve',
      severity: 'error',
      comment: 'Apart from what React Router makes: types of a page, and the built server.',
      from: {},
      to: { couldNotResolve: true, pathNot: '[+]types/|^virtual:|/build/server/' },
    },
  ],
  options: {
    // TypeScript 7 has no API that dependency-cruiser could use. SWC sees type-only imports as well, all but
    // `import('…').Type`, which Biome refuses. Files ending in .tsx are named on the command line, because
    // with SWC they are not found by folder.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
}
