import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSecret } from './secret.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('a secret is generated once and readable by its owner only', () => {
  const secret = loadSecret({ dataDir })
  expect(secret.length).toBeGreaterThan(60)
  expect(loadSecret({ dataDir })).toBe(secret)
  expect(readdirSync(dataDir)).toEqual(['secret'])
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
})

test.each(['', '\n', 'abc'])('a stored secret of %j is rejected as truncated', (text) => {
  writeFileSync(join(dataDir, 'secret'), text)
  expect(() => loadSecret({ dataDir })).toThrow('is cut short')
})
