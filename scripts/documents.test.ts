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

// Generated paths, which need not exist.
const generated = /^(build|data|node_modules|test-results|\.react-router|\.cache)(\/|$)/

test('every path in the documents exists', () => {
  const missing = documents.flatMap((document) =>
    codeIn(document)
      .filter(looksLikePath)
      .filter((path) => !generated.test(path) && !exists(path, document))
      .map((path) => `${document}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('every linked file in the documents exists', () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target.replace(/#.*$/, ''))
      .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
      .filter((target) => !existsSync(join(root, dirname(document), target)))
      .map((target) => `${document}: ${target}`),
  )
  expect(missing).toEqual([])
})

test('every npm script in the documents exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)]
      .map(([, run, short]) => run ?? short ?? '')
      .filter((script) => !(script in scripts))
      .map((script) => `${document}: npm ${script}`),
  )
  expect(missing).toEqual([])
})

test('every decision has a unique number, a date and a status', () => {
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

test('the index lists every decision with its title and its status', () => {
  const listed = read('docs/decisions/README.md')
    .split('\n')
    .filter((line) => line.startsWith('- '))
  const expected = decisions.map((file) => {
    const { number, title, status } = headOf(file)
    return `- [${number}: ${title}](${file}): ${status}`
  })
  expect(listed).toEqual(expected)
})

test('code in the documents stands in the file that it names, but for what an … leaves out', () => {
  const wrong = documents.flatMap((document) =>
    [...read(document).matchAll(/^```tsx?\n\/\/ (\S+)\n([\s\S]*?)\n```/gm)].flatMap(
      ([, path = '', code = '']) =>
        code
          .split(/\n? *…\n?/)
          .filter((part) => !read(path).includes(part))
          .map((part) => `${document}: ${path}: ${part}`),
    ),
  )
  expect(wrong).toEqual([])
})

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** The head of a decision, as in `docs/decisions/template.md`. */
function headOf(file: string) {
  const text = read(`docs/decisions/${file}`)
  const [, number, title, date, status] =
    /^# (\d{3}): (.+)\n\n- Date: (.+)\n- Status: (.+)\n\n## Context\n/.exec(text) ?? []
  return { number, title, date, status }
}

/** The inline code of a document; fenced blocks are ignored. */
function codeIn(document: string): string[] {
  const prose = read(document).replace(/^```[\s\S]*?^```/gm, '')
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
}

/**
 * Whether it is a path of the repository, and not a package (`@scope/name`), a URL (`/api/…`, `https://…`), a media
 * type, or a pattern with a placeholder (`src/features/<name>/`, `*.spec.ts`).
 */
function looksLikePath(code: string): boolean {
  if (/[\s<>*{}$…:()=,;@#?]/.test(code) || code.startsWith('/')) return false
  if (/\.(ts|tsx|mjs|cjs|json|md|css|yml|sh|grit)$|^\.env\.example$/.test(code)) return true
  const [first = ''] = code.split('/')
  return code.includes('/') && topFolders.has(first)
}

/** Whether a path exists, relative to the root or the document, or, for a bare file name, anywhere. */
function exists(path: string, document: string): boolean {
  const candidates = [join(root, path), join(root, dirname(document), path)]
  if (candidates.some((candidate) => existsSync(candidate))) return true
  return !path.includes('/') && trackedNames.has(path)
}
