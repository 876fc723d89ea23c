import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// How much somebody must read to change something: `npm run lint:shape`. It fails where a limit is passed.
// `node tools/shape.mjs FOLDER` looks at another checkout, and only tells what it can find there.

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const isOther = process.argv[2] !== undefined

/**
 * 'A visitor posts a comment', from the click to the database. Each file is imported by one before it, but for the two
 * that begin: the click in the browser, and the app, to which `src/server/serve.ts` hands what no cache answers.
 */
const commentPath = [
  'src/features/comments/public/comment-section.tsx',
  'src/features/comments/public/comment-form.tsx',
  'src/features/comments/validation.ts',
  'src/shared/validation.ts',
  'src/client/forms/use-public-form.tsx',
  'src/client/api/client.ts',
  'src/client/api/fetch.ts',
  'src/client/api/errors.ts',
  'src/server/app.ts',
  'src/api/handler.ts',
  'src/platform/http/body.ts',
  'src/api/router.ts',
  'src/platform/http/procedures.ts',
  'src/platform/http/limits.ts',
  'src/features/comments/contract.ts',
  'src/shared/fields.ts',
  'src/features/comments/server/handlers.ts',
  'src/features/comments/server/checks.ts',
  'src/platform/security/spam-check.ts',
  'src/features/comments/server/queries.ts',
]
const beginnings = [commentPath[0], 'src/server/app.ts']
/** It imports every feature. */
const assemblies = ['src/api/router.ts']

/** What files on that path import and a reader of it can leave out, with what it does. */
const besideComments = [
  ['src/features/comments/public/comment-item.tsx', 'shows a comment'],
  ['src/features/comments/public/shown-comments.ts', 'shows the new one'],
  ['src/features/comments/public/comment-pages.ts', 'shows further ones'],
  ['src/features/comments/public/more-comments.tsx', 'shows further ones'],
  ['src/features/comments/server/blocks.ts', 'what staff block'],
  ['src/features/comments/server/tell-followers.ts', 'emails about answers'],
  ['src/features/comments/server/followers.ts', 'emails about answers'],
  ['src/client/api/session.ts', 'calls of staff'],
  ['src/client/api/auth-state.ts', 'calls of staff'],
  ['src/client/api/response-body.ts', 'downloads and streams'],
  ['src/client/api/fetch-with-progress.ts', 'uploads'],
  ['src/platform/security/signing.ts', 'HMAC'],
  ['src/platform/text/email-key.ts', 'one spelling of each email'],
].map(([path]) => path)
const ofCommentPath = /^src\/(features\/comments|client|platform\/(security|mail))\//

const limits = {
  commentFiles: 20,
  fieldFiles: 8,
  resourceFiles: 9,
  resourceLists: 6,
  repeatedLines: 130,
  crumbs: 45,
  fileLines: 300,
}

/** @typedef {{ path: string, text: string, lines: string[], imports: string[], lazyImports: string[] }} Source */

/** @type {Source[]} */
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  // Icons are drawings, which `tools/artwork/lucide.ts` writes and nobody reads.
  .filter((name) => /\.tsx?$/.test(name) && !/^ui\/icons(\/(?!create-icon)|\.ts)/.test(name))
  .map((name) => {
    const path = `src/${name}`
    const text = readFileSync(join(root, path), 'utf8')
    const resolve = (/** @type {string} */ specifier) =>
      specifier.startsWith('#') ? specifier.replace('#', 'src/') : join(dirname(path), specifier)
    const find = (/** @type {RegExp} */ pattern) => [
      ...new Set([...text.matchAll(pattern)].map(([, specifier = '']) => resolve(specifier))),
    ]
    return {
      path,
      text,
      lines: text.split('\n'),
      imports: find(/from\s*'([#.][^']*)'/g),
      lazyImports: find(/import\('([#.][^']*)'\)/g),
    }
  })
const byPath = new Map(sources.map((source) => [source.path, source]))
const product = sources.filter(
  ({ path }) => !/\.test\.tsx?$|^src\/(testing|seed)\/|\/factory\.ts$/.test(path),
)

/** The product's files in which a field of the application's form is named; its migration is another each time. */
const fieldFiles = product.filter(
  ({ path, text }) => !path.includes('/migrations/') && /other_phone_number|relative’s/.test(text),
)

/** The files of a resource with list, create, edit and delete, cohorts for one, without what visitors see. */
const resourceFiles = product.filter(({ path }) =>
  /^src\/(features\/cohorts\/(?!public\/)|pages\/dashboard\/cohorts\.|database\/tables\.ts)/.test(
    path,
  ),
)

const otherResources = [
  /talent/i,
  /certificate/i,
  /\bnews\b|article/i,
  /subscriber|newsletter/i,
  /testimonial/i,
  /\bteam/i,
  /\bevents?['A-Z,/: ]/,
]

/**
 * The lists of resources in which this one has a line: files that name at least four others beside it. The privacy page
 * names them in its sentences, and has a section only for what is stored of people.
 */
const resourceLists = product.filter(({ path, text }) => {
  if (
    /^src\/(database|features\/cohorts)\/|share-card|visitor-emails|legal\/stored-data/.test(path)
  )
    return false
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|cohort-application/g, '')
  const others = otherResources.filter((pattern) => pattern.test(code))
  return /\bcohorts?\b|'Cohort'|cohorts(Contract|Handlers)/.test(code) && others.length >= 4
})

/** @param {string[]} lines */
function withoutImports(lines) {
  const last = lines.findLastIndex((line) => /^(import|}) .*from '[^']+'$|^import '/.test(line))
  return lines.slice(last + 1)
}

/** Lines that stand in several places, in runs of six or more. */
function countRepeatedLines() {
  const run = 6
  /** @type {Map<string, [source: number, line: number][]>} */
  const places = new Map()
  // Migrations stay as they were when they ran, so they share nothing.
  const kept = product.map(({ path, lines }) =>
    (path.includes('/migrations/') ? [] : withoutImports(lines))
      .map((line) => line.trim())
      .filter((line) => line !== '' && !/^(\/\/|\*|\/\*)/.test(line)),
  )
  for (const [source, lines] of kept.entries()) {
    for (let line = 0; line + run <= lines.length; line += 1) {
      const window = lines.slice(line, line + run).join('\n')
      // Closing brackets and the like repeat everywhere.
      if (window.length < 120) continue
      places.set(window, [...(places.get(window) ?? []), [source, line]])
    }
  }
  const repeated = new Set()
  for (const found of places.values()) {
    if (found.length < 2) continue
    for (const [source, line] of found) {
      for (let at = line; at < line + run; at += 1) repeated.add(`${source}:${at}`)
    }
  }
  return repeated.size
}

/** Files of at most 40 lines that one other file imports; what is loaded later has to be a file of its own. */
function findCrumbs() {
  const importers = new Map()
  for (const { imports } of product) {
    for (const path of imports) importers.set(path, (importers.get(path) ?? 0) + 1)
  }
  const lazy = new Set(product.flatMap(({ lazyImports }) => lazyImports))
  return product.filter(
    ({ path, lines }) =>
      lines.length <= 41 &&
      !/\/migrations\/|^src\/pages\//.test(path) &&
      !lazy.has(path) &&
      importers.get(path) === 1,
  )
}

/** Exported names that stand for two things, and hooks of one file that have the name of a shared one. */
function findTwins() {
  const places = new Map()
  const named = product.filter(
    ({ path }) => !/^src\/(pages|routes|root|entry|database\/migrations)/.test(path),
  )
  for (const { path, text } of named) {
    const exported = /^export (?:async )?(?:const|function|class|type) (\w+)/gm
    for (const [, name] of text.matchAll(exported)) {
      places.set(name, (places.get(name) ?? new Set()).add(path))
    }
  }
  for (const { path, text } of named) {
    for (const [, name] of text.matchAll(/^(?:const|function) (use[A-Z]\w*)/gm)) {
      places.get(name)?.add(path)
    }
  }
  return [...places].filter(([, paths]) => paths.size > 1)
}

/** Names that two component files have; a page has the name of what it shows. */
function findTwinFiles() {
  const names = product
    .filter(
      ({ path }) => path.endsWith('.tsx') && !/^src\/pages\/(public|dashboard)\/[^/]+$/.test(path),
    )
    .map(({ path }) => path.split('/').at(-1))
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}

/** What is wrong with the path of a comment: a file that is gone, that no import leads to, or that it leaves out. */
function checkCommentPath() {
  const known = [...commentPath, ...besideComments]
  const path = commentPath.flatMap((name) => byPath.get(name) ?? [])
  const reached = new Set(path.flatMap(({ imports, lazyImports }) => [...imports, ...lazyImports]))
  const read = path.filter((source) => !assemblies.includes(source.path)).flatMap(valueImports)
  const leftOut = new Set(read.filter((name) => ofCommentPath.test(name) && !known.includes(name)))
  return [
    ...known.filter((name) => !byPath.has(name)).map((name) => `${name} is gone`),
    ...known
      .filter((name) => !beginnings.includes(name) && !reached.has(name))
      .map((name) => `no file on the path of a comment imports ${name}`),
    ...[...leftOut].map(
      (name) => `${name} is imported on the path of a comment, and not in its list`,
    ),
  ]
}

/** The files of which it imports more than types. */
function valueImports(/** @type {Source} */ { text, imports, lazyImports }) {
  const isValue = (/** @type {string} */ path) =>
    new RegExp(`^(?:import|export) (?!type )[^']*from '[^']*/${path.split('/').at(-1)}'`, 'm').test(
      text,
    )
  return [...imports.filter(isValue), ...lazyImports]
}

const linesOf = (/** @type {Source[]} */ files) =>
  files.reduce((sum, { lines }) => sum + lines.length - 1, 0)
const large = product.filter(({ lines }) => lines.length - 1 > limits.fileLines)
const twins = findTwins()
const twinFiles = findTwinFiles()

const namesOf = (/** @type {Source[]} */ files) =>
  files.map(({ path }) => path.replace('src/', '')).join(', ')

const comment = commentPath.flatMap((path) => byPath.get(path) ?? [])

/** @type {[what: string, count: number, limit: number, more: string][]} */
const rows = [
  ['files for a comment', comment.length, limits.commentFiles, `${linesOf(comment)} lines`],
  ['files for a field', fieldFiles.length, limits.fieldFiles, namesOf(fieldFiles)],
  ['files for a resource', resourceFiles.length, limits.resourceFiles, namesOf(resourceFiles)],
  ['lists of resources', resourceLists.length, limits.resourceLists, namesOf(resourceLists)],
  ['repeated lines', countRepeatedLines(), limits.repeatedLines, 'in runs of six'],
  ['crumbs', findCrumbs().length, limits.crumbs, 'files of 40 lines with one importer'],
  ['large files', large.length, 0, namesOf(large)],
  ['names with two meanings', twins.length, 0, twins.map(([name]) => name).join(', ')],
  ['components in two files', twinFiles.length, 0, twinFiles.join(', ')],
]

for (const [what, count, limit, more] of rows) {
  const mark = count <= limit ? '✓' : '✗'
  console.log(`${isOther ? ' ' : mark} ${what.padEnd(24)}${String(count).padStart(5)}  ${more}`)
}
if (!isOther) {
  const problems = checkCommentPath()
  for (const problem of problems) console.error(`✗ ${problem}: tools/shape.mjs`)
  if (problems.length > 0 || rows.some(([, count, limit]) => count > limit)) process.exitCode = 1
}
