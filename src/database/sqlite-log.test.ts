import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLogSync } from './sqlite-log.ts'

const descriptors = '/proc/self/fd'

test.skipIf(!existsSync(descriptors))('who asks for the log at once shares it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'log-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'data.sqlite')
  await writeFile(`${file}-wal`, 'written')
  const log = createLogSync(file, async () => {})
  const countOpen = async () => {
    const names = await readdir(descriptors)
    const paths = names.map((name) => readlink(join(descriptors, name)).catch(() => ''))
    return (await Promise.all(paths)).filter((path) => path === `${file}-wal`).length
  }
  await Promise.all([log.open(), log.open(), log.sync()])
  expect(await countOpen()).toBe(1)
  await log.close()
  expect(await countOpen()).toBe(0)
})

test('once a sync has failed, none is one before the log has been written into the file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'log-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'data.sqlite')
  await writeFile(`${file}-wal`, 'written')
  const happened: string[] = []
  const failing = new Set(['sync', 'move'])
  const happen = async (what: string) => {
    happened.push(what)
    if (failing.delete(what)) throw new Error(`No ${what}`)
  }
  const log = createLogSync(
    file,
    () => happen('move'),
    () => happen('sync'),
  )
  await expect(log.sync()).rejects.toThrow('No sync')
  await expect(log.sync()).rejects.toThrow('No move')
  await log.sync()
  await log.sync()
  await log.close()
  expect(happened).toEqual(['sync', 'move', 'move', 'sync', 'sync'])
})
