import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { needsRestart } from './server-process.mjs'

test.each([
  ['server/pages/handler.ts', true],
  ['features/news/server/public-pages.ts', true],
  ['features/news/contract.ts', true],
  ['features/news/public/article.ts', false],
  ['pages/public/home.ts', false],
  ['ui/forms/field.tsx', false],
  ['server/app.test.ts', false],
])('in development a change of %s starts the server anew: %s', (file, isNeeded) => {
  expect(needsRestart(file)).toBe(isNeeded)
})

test('in development a change of whatever the server imports starts it anew', () => {
  const files = importedFrom('main.ts')
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => !needsRestart(file))).toEqual([])
})

/** The files of src/ that one imports, and theirs, without types alone. */
function importedFrom(start: string): string[] {
  const sources = new URL('../src/', import.meta.url)
  const files = new Set([start])
  for (const file of files) {
    const text = readFileSync(new URL(file, sources), 'utf8')
    const imports =
      /^(?:import|export) (?!type )[^']*?'([.#][^']+\.tsx?)'|import\('([.#][^']+\.tsx?)'\)/gm
    for (const [, imported, loaded = imported] of text.matchAll(imports)) {
      const url = loaded?.startsWith('#')
        ? new URL(loaded.slice(1), sources)
        : new URL(`./${loaded}`, new URL(file, sources))
      files.add(fileURLToPath(url).slice(fileURLToPath(sources).length))
    }
  }
  return [...files]
}
