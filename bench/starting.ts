import { setTimeout as wait } from 'node:timers/promises'
import { median, memoryMB } from './measure.ts'
import type { Server } from './servers.ts'
import type { Site } from './site.ts'
import { shown, table } from './table.ts'

const starts = 7
const restMs = 2_000

/** Measures the time from the start of the process to its first successful response, on an existing database. */
export async function measureStarting(site: Site): Promise<string> {
  const product: number[] = []
  const npm: number[] = []
  // The first start may build, if sources have changed.
  await stopped(await site.npmStart())
  for (let start = 0; start < starts; start += 1) {
    product.push(await stopped(await site.start()))
    npm.push(await stopped(await site.npmStart()))
  }
  return table(
    ['start', 'median ms', 'max ms'],
    [
      ['node src/main.ts', shown(median(product)), shown(Math.max(...product))],
      ['npm start, again', shown(median(npm)), shown(Math.max(...npm))],
    ],
  )
}

async function stopped(server: Server) {
  await using started = server
  return started.startMs
}

/** The memory of the idle process. */
export async function restingMB(product: Server) {
  await wait(restMs)
  return memoryMB(product.pid).now
}
