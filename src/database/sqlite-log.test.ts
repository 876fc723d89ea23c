import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLogSync } from './sqlite-log.ts'

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
