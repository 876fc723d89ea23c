import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// How much somebody must read to change something: `npm run lint:shape`. It fails where a limit is passed.
// `npm run lint:shape -- FOLDER` looks at another checkout, and only tells what it can find there.

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const isOther = process.argv[2] !== undefined

/** 'A visitor posts a comment', from the click to the database. */
const commentPath = [
  'src/features/comments/public/comment-form.tsx',
  'src/features/comments/validation.ts',
  'src/shared/validation.ts',
  'src/client/forms/use-public-form.ts',
  'src/client/forms/public-form.ts',
  'src/features/comments/public/use-posting.ts',
  'src/client/api/client.ts',
  'src/client/api/fetch.ts',
  'src/server/serve.ts',
  'src/server/app.ts',
  'src/api/handler.ts',
  'src/platform/http/body.ts',
  'src/api/router.ts',
  'src/platform/http/procedures.ts',
  'src/platform/http/limits.ts',
  'src/features/comments/contract.ts',
  'src/shared/fields.ts',
  'src/features/comments/server/handlers.ts',
  'src/features/comments/server/post.ts',
  'src/platform/security/spam-check.ts',
]

/** What a resource with list, create, edit and delete is made of, cohorts for one, tables apart. */
const resource = [
  'src/features/cohorts/contract.ts',
  'src/features/cohorts/server/handlers.ts',
  'src/features/cohorts/server/queries.ts',
  'src/api/contract.ts',
  'src/api/router.ts',
  'src/features/cohorts/dashboard/cohort-table.tsx',
  'src/features/cohorts/dashboard/cohort-dialog.tsx',
  'src/pages/dashboard/cohorts.tsx',
  'src/routes.ts',
  'src/layout/dashboard/sections.ts',
]

const limits = {
  commentFiles: 20,
  fieldFiles: 8,
  resourceFiles: 10,
  repeatedLines: 200,
  crumbs: 45,
  fileLines: 300,
}

type Source = { path: string; text: string; lines: string[] }

const sources: Source[] = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => {
    const text = readFileSync(join(root, 'src', name), 'utf8')
    return { path: `src/${name}`, text, lines: text.split('\n') }
  })
const isTest = ({ path }: Source) => /\.test\.tsx?$|^src\/testing\//.test(path)
const product = sources.filter(
  (source) => !isTest(source) && !/^src\/seed\/|\/factory\.ts$/.test(source.path),
)

/** The product's files in which a field of the application's form is named; its migration is another each time. */
const fieldFiles = product.filter(
  ({ path, text }) =>
    !path.includes('/migrations/') && /other_phone_number|otherPhoneNumber/.test(text),
)

/** Lines that stand in several places, in runs of six or more. */
function countRepeatedLines() {
  const run = 6
  const places = new Map<string, [source: number, line: number][]>()
  // Migrations stay as they were when they ran, so they share nothing.
  const kept = product.map(({ path, lines }) =>
    (path.includes('/migrations/') ? [] : lines)
      .map((line) => line.trim())
      .filter((line) => line !== '' && !/^(import|\/\/|\*|\/\*)/.test(line)),
  )
  for (const [source, lines] of kept.entries()) {
    for (let line = 0; line + run <= lines.length; line += 1) {
      const window = lines.slice(line, line + run).join('\n')
      // Closing brackets and the like repeat everywhere.
      if (window.length < 120) continue
      places.set(window, [...(places.get(window) ?? []), [source, line]])
    }
  }
  const repeated = new Set<string>()
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
  const importers = new Map<string, number>()
  for (const { path, text } of product) {
    for (const [, name] of text.matchAll(/from\s*'[#./][^']*?([\w-]+\.tsx?)'/g)) {
      if (name && !path.endsWith(`/${name}`)) importers.set(name, (importers.get(name) ?? 0) + 1)
    }
  }
  return product.filter(
    ({ path, lines }) =>
      lines.length <= 41 &&
      !/\/migrations\/|^src\/pages\//.test(path) &&
      importers.get(path.split('/').at(-1) ?? '') === 1,
  )
}

/** Exported names that stand for two things. */
function findTwins() {
  const places = new Map<string, Set<string>>()
  for (const { path, text } of product) {
    if (/^src\/(pages|routes|root|entry|database\/migrations)/.test(path)) continue
    const found = text.matchAll(/^export (?:async )?(?:const|function|class|type) (\w+)/gm)
    for (const [, name = ''] of found) {
      places.set(name, (places.get(name) ?? new Set()).add(path))
    }
  }
  return [...places].filter(([, paths]) => paths.size > 1)
}

const missing = [...commentPath, ...resource].filter(
  (path) => !sources.some((source) => source.path === path),
)
const linesOf = (paths: readonly string[]) =>
  sources
    .filter(({ path }) => paths.includes(path))
    .reduce((sum, { lines }) => sum + lines.length - 1, 0)
const large = product.filter(({ lines }) => lines.length - 1 > limits.fileLines)
const twins = findTwins()

const rows: [what: string, count: number, limit: number, more: string][] = [
  ['files for a comment', commentPath.length, limits.commentFiles, `${linesOf(commentPath)} lines`],
  ['files for a field', fieldFiles.length, limits.fieldFiles, fieldFiles.map(nameOf).join(', ')],
  ['files for a resource', resource.length, limits.resourceFiles, `${linesOf(resource)} lines`],
  ['repeated lines', countRepeatedLines(), limits.repeatedLines, 'in runs of six'],
  ['crumbs', findCrumbs().length, limits.crumbs, 'files of 40 lines with one importer'],
  ['large files', large.length, 0, large.map(nameOf).join(', ')],
  ['names with two meanings', twins.length, 0, twins.map(([name]) => name).join(', ')],
]

function nameOf({ path }: Source) {
  return path.replace('src/', '')
}

for (const [what, count, limit, more] of rows) {
  const mark = count <= limit ? '✓' : '✗'
  console.log(`${isOther ? ' ' : mark} ${what.padEnd(24)}${String(count).padStart(5)}  ${more}`)
}
if (!isOther) {
  for (const path of missing) console.error(`✗ ${path} is gone: tools/shape.ts names it`)
  if (missing.length > 0 || rows.some(([, count, limit]) => count > limit)) process.exitCode = 1
}
