import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trimEnd()
  .split('\n')
const documents = tracked.filter((path) => path.endsWith('.md') && existsSync(join(root, path)))
const trackedNames = new Set(tracked.map((path) => path.split('/').at(-1)))
const topFolders = new Set(
  tracked.filter((path) => path.includes('/')).map((path) => path.split('/')[0]),
)

const decisions = readdirSync(join(root, 'docs/decisions'))
  .filter((name) => /^\d{3}-/.test(name))
  .sort()

// What a run makes is named in documents as well, and is not there before it.
const made = /^(build|data|node_modules|test-results|\.react-router|\.cache)(\/|$)/

test('every path that the documents name exists', () => {
  const missing = documents.flatMap((document) =>
    codeIn(document)
      .filter(looksLikePath)
      .filter((path) => !made.test(path) && !exists(path, document))
      .map((path) => `${document}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('every file that the documents link to exists', () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target.replace(/#.*$/, ''))
      .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
      .filter((target) => !existsSync(join(root, dirname(document), target)))
      .map((target) => `${document}: ${target}`),
  )
  expect(missing).toEqual([])
})

test('every npm script that the documents name exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)]
      .map(([, run, short]) => run ?? short ?? '')
      .filter((script) => !(script in scripts))
      .map((script) => `${document}: npm ${script}`),
  )
  expect(missing).toEqual([])
})

test('every decision has a number of its own, a date and a status', () => {
  const numbers = decisions.map((file) => file.slice(0, 3))
  expect(new Set(numbers).size).toBe(numbers.length)
  const superseding = numbers.map((number) => `superseded by ${number}`)
  for (const file of decisions) {
    const { number, date, status } = headOf(file)
    expect([file, number]).toEqual([file, file.slice(0, 3)])
    expect([file, date]).toEqual([file, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)])
    expect(['accepted', ...superseding], file).toContain(status)
  }
})

test('the index of the decisions lists each of them with its title and its status', () => {
  const listed = read('docs/decisions/README.md')
    .split('\n')
    .filter((line) => line.startsWith('- '))
  const expected = decisions.map((file) => {
    const { number, title, status } = headOf(file)
    return `- [${number}: ${title}](${file}): ${status}`
  })
  expect(listed).toEqual(expected)
})

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** The first lines of a decision, as `docs/decisions/template.md` has them. */
function headOf(file: string) {
  const text = read(`docs/decisions/${file}`)
  const [, number, title, date, status] =
    /^# (\d{3}): (.+)\n\n- Date: (.+)\n- Status: (.+)\n\n## Context\n/.exec(text) ?? []
  return { number, title, date, status }
}

/** What a document has between single backticks; a fenced block may show anything. */
function codeIn(document: string): string[] {
  const prose = read(document).replace(/^```[\s\S]*?^```/gm, '')
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
}

/**
 * A path of the repository, as against a package (`@scope/name`), an address (`/api/…`, `https://…`), a media type,
 * or a pattern with a placeholder in it (`src/features/<name>/`, `*.spec.ts`).
 */
function looksLikePath(code: string): boolean {
  if (/[\s<>*{}$…:()=,;@#?]/.test(code) || code.startsWith('/')) return false
  if (/\.(ts|tsx|mjs|cjs|json|md|css|yml|sh|grit)$|^\.env\.example$/.test(code)) return true
  const [first = ''] = code.split('/')
  return code.includes('/') && topFolders.has(first)
}

/** A path is told from the root, from the document, or, where only a file's name is told, from anywhere. */
function exists(path: string, document: string): boolean {
  const places = [join(root, path), join(root, dirname(document), path)]
  if (places.some((place) => existsSync(place))) return true
  return !path.includes('/') && trackedNames.has(path)
}
