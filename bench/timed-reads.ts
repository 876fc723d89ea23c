import { watchHealth } from './health.ts'
import { median } from './measure.ts'
import type { Server } from './servers.ts'
import { atMost, shown } from './table.ts'
import { longestTurnMs } from './turns.ts'

const repeats = 7
/** How long a turn of the server's thread may take, in which nobody else is answered. */
const turnMsMax = 50

export const timedColumns = [
  'median ms',
  'max ms',
  'goal',
  'others wait ms',
  'longest turn, CPU ms',
  'goal',
]

/**
 * Asks for an address again and again, once more at first to warm up, while another client waits for `/healthz`.
 * @param product started with `watchedTurns`
 * @param path the address, or that of each repeat, where a kept response would be served otherwise
 * @param answerMsMax so long may an answer take
 * @returns the cells of `timedColumns`
 */
export async function timeReads(
  product: Server,
  path: string | ((repeat: number) => string),
  headers: Record<string, string>,
  answerMsMax: number,
) {
  const times: number[] = []
  await using meanwhile = await watchHealth(product)
  for (let repeat = 0; repeat <= repeats; repeat += 1) {
    if (repeat === 1) await longestTurnMs(product)
    const asked = typeof path === 'string' ? path : path(repeat)
    const startedAt = performance.now()
    const response = await fetch(product.url + asked, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${asked}: status ${response.status}`)
    if (repeat > 0) times.push(performance.now() - startedAt)
  }
  const turnMs = await longestTurnMs(product)
  const worst = Math.max(...times)
  const waitMs = shown((await meanwhile.stop()).at(-1) ?? 0)
  return [
    shown(median(times)),
    shown(worst),
    atMost(worst, answerMsMax),
    waitMs,
    shown(turnMs),
    atMost(turnMs, turnMsMax),
  ]
}
