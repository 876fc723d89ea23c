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

test('a secret is made up once and kept for nobody else to read', () => {
  const secret = loadSecret({ dataDir })
  expect(secret.length).toBeGreaterThan(60)
  expect(loadSecret({ dataDir })).toBe(secret)
  expect(readdirSync(dataDir)).toEqual(['secret'])
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
})

test.each(['', '\n', 'abc'])('a kept secret of %j is not taken for one', (text) => {
  writeFileSync(join(dataDir, 'secret'), text)
  expect(() => loadSecret({ dataDir })).toThrow('is cut short')
})
