import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { startUpkeep } from './upkeep.ts'

let app: TestApp
let stops: (() => Promise<void>)[]
let runs: string[]
beforeEach(async () => {
  app = await startTestApp()
  stops = []
  runs = []
})
afterEach(async () => {
  for (const stop of stops) await stop()
  await app[Symbol.asyncDispose]()
})

/** Starts the upkeep of a process. Its shared task notes its name, and then waits for `until`. */
function start(name: string, until?: Promise<void>) {
  const task = async () => {
    runs.push(name)
    await until
  }
  const stop = startUpkeep(app.services, { task })
  stops.push(stop)
  return { stop }
}

test('of several processes one cleans up, and another one once the first has stopped', async () => {
  const first = Promise.withResolvers<void>()
  const { stop } = start('first', first.promise)
  await expect.poll(() => runs).toEqual(['first'])
  await start('second').stop()
  expect(runs).toEqual(['first'])
  first.resolve()
  await stop()
  await start('third').stop()
  expect(runs).toEqual(['first', 'third'])
})

test('when the process that cleans up has died, another one does after a quarter of an hour', async () => {
  const hanging = Promise.withResolvers<void>()
  start('dying', hanging.promise)
  await expect.poll(() => runs).toEqual(['dying'])
  app.advanceS(15 * 60 - 1)
  await start('too early').stop()
  app.advanceS(1)
  await start('in time').stop()
  expect(runs).toEqual(['dying', 'in time'])
  hanging.resolve()
})

test('every process clears its own spool, whoever cleans up for all', async () => {
  start('first')
  await expect.poll(() => runs).toEqual(['first'])
  const { spoolDir } = app.services.storage
  const left = join(spoolDir, 'left')
  await writeFile(left, 'x')
  await utimes(left, 0, 0)
  await start('second').stop()
  expect(await readdir(spoolDir)).toEqual([])
  expect(runs).toEqual(['first'])
})
