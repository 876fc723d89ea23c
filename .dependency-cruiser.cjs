// The layers of docs/architecture.md: an import goes down, never up.
// Tests may import what they test with; the program itself may not.
// In development the server imports Vite when it starts.
const builtIn = require('./package.json').buildDependencies.filter((name) => name !== 'vite')

const isTest = '[.]test[.]tsx?$'
/** Files with zod's schemas. */
const schemas = [
  '^src/api/contract[.]ts$',
  '^src/features/[^/]+/([^/]*contract|application-schemas|message-schemas)[.]ts$',
  '^src/shared/(export-input|(list-|resume-)?fields|procedure)[.]ts$',
]
/** What decodes and encodes pictures. */
const encoding = '^src/features/images/server/encode[.]ts$'
const root = '^src/(root|entry[.]server|routes|main)[.]tsx?$'
const app = ['^src/(api|server|seed|commands)/', root]
const abovePages = app
const aboveFeatures = ['^src/(pages|layout)/', ...app]
const aboveClient = ['^src/features/', ...aboveFeatures]
const aboveShared = ['^src/client/', ...aboveClient]

module.exports = {
  forbidden: [
    {
      name: 'shared-imports-nothing-of-ours',
      comment: 'Both sides load it, so it may load neither.',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: isTest },
      to: { path: '^src/', pathNot: '^src/shared/' },
    },
    {
      name: 'shared-layers-import-nothing-above',
      comment: 'database, platform and ui are what several features need, and import none.',
      severity: 'error',
      from: { path: '^src/(database|platform|ui)/', pathNot: isTest },
      to: { path: aboveShared },
    },
    {
      name: 'client-knows-contracts-alone',
      comment:
        'The client serves every feature. Of a feature it knows the procedures, as types; what other servers leave out, the API completes.',
      severity: 'error',
      from: { path: '^src/client/', pathNot: isTest },
      to: {
        path: [
          '^src/features/(?![^/]+/contract[.]ts$)',
          '^src/(database|platform)/',
          ...aboveFeatures,
        ],
        pathNot: '^src/api/(contract|complete-response)[.]ts$',
      },
    },
    {
      name: 'engines-differ-in-the-database-alone',
      comment:
        'What depends on the engine has a name in src/database/, so that nothing else asks for it.',
      severity: 'error',
      from: { path: '^src/', pathNot: [isTest, '^src/(database|testing)/'] },
      to: { path: '^src/database/engine[.]ts$' },
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
      comment: 'The app and its routes know the pages.',
      severity: 'error',
      from: { path: '^src/(pages|layout)/', pathNot: isTest },
      to: { path: abovePages },
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
      from: { pathNot: [isTest, '^src/testing/', '^e2e/'] },
      to: { path: [isTest, '^src/testing/'] },
    },
    {
      name: 'only-main-and-tests-import-seeds',
      comment: 'Demo content and the factories that it is made with are no part of the product.',
      severity: 'error',
      from: { pathNot: [isTest, '^src/(testing|seed)/', '^src/main[.]ts$'] },
      to: { path: '^src/seed/' },
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
      from: { path: '^src/(features/[^/]+/(public|dashboard)|ui|client|pages|layout)/' },
      to: { path: '^src/(features/[^/]+/server|database|platform)/' },
    },
    {
      name: 'browser-takes-contracts-as-types',
      comment:
        'A value of a contract or a schema brings zod to every page. Values stand in validation.ts, which has no zod.',
      severity: 'error',
      from: {
        path: '^src/(features|shared|ui|client|pages|layout)/',
        pathNot: [isTest, ...schemas, '^src/features/[^/]+/server/'],
      },
      to: {
        path: ['(^|/)node_modules/zod/', ...schemas],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'contracts-stand-alone',
      comment: 'Both sides load a contract, so it may load neither.',
      severity: 'error',
      from: { path: ['^src/api/contract[.]ts$', '^src/features/[^/]+/[^/]*contract[.]ts$'] },
      to: { path: '^src/(features/[^/]+/(server|public|dashboard)|database|platform|ui)/' },
    },
    {
      name: 'server-imports-no-browser-code',
      comment: "A feature's server part answers requests; it renders nothing for a browser.",
      severity: 'error',
      from: { path: '^src/(features/[^/]+/server|database|platform)/', pathNot: isTest },
      to: { path: '^src/features/[^/]+/(public|dashboard)/|^src/(ui|pages|layout)/' },
    },
    {
      name: 'server-imports-no-react',
      severity: 'error',
      from: { path: '^src/(features/[^/]+/server|database|platform)/' },
      to: { path: '(^|/)node_modules/(react|react-dom|react-router|@react-router)/' },
    },
    {
      name: 'server-runs-without-build-packages',
      comment:
        'A production folder lacks what only builds, or is part of build/ (scripts/pack.mjs).',
      severity: 'error',
      from: {
        path: '^src/(features/[^/]+/server|api|commands|database|platform|server)/|^src/main[.]ts$',
        pathNot: isTest,
      },
      to: { path: `(^|/)node_modules/(${builtIn.join('|')})/` },
    },
    {
      name: 'pictures-are-drawn-in-other-processes',
      comment: 'Of what the server itself imports, nothing loads sharp, which takes 10 MB.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [isTest, encoding, '-process[.]ts$', '^src/(testing|seed/factories)/'],
      },
      to: { path: ['(^|/)node_modules/sharp/', encoding], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'build-has-no-server-code',
      comment: 'A change of the server starts it without a build (scripts/prepare.mjs).',
      severity: 'error',
      from: { path: '^src/(root|entry[.]server|routes)[.]tsx?$' },
      to: { path: '^src/(features/[^/]+/server|commands|database|platform|seed|server)/' },
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
