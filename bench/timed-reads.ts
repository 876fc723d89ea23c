import { watchHealth } from './health.ts'
import { median } from './measure.ts'
import type { Server } from './servers.ts'
import { shown } from './table.ts'

const repeats = 7

export const timedColumns = ['median ms', 'max ms', 'others wait ms', '']

/**
 * Asks for an address again and again, once more at first to warm up, while another client waits for `/healthz`.
 * @param path the address, or that of each repeat, where a kept response would be served otherwise
 * @param answerMsMax an answer that took longer even once is marked SLOW
 * @returns the cells of `timedColumns`
 */
export async function timeReads(
  product: Server,
  path: string | ((repeat: number) => string),
  headers: Record<string, string>,
  answerMsMax: number,
) {
  const times: number[] = []
  const meanwhile = await watchHealth(product)
  for (let repeat = 0; repeat <= repeats; repeat += 1) {
    const asked = typeof path === 'string' ? path : path(repeat)
    const startedAt = performance.now()
    const response = await fetch(product.url + asked, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${asked}: status ${response.status}`)
    if (repeat > 0) times.push(performance.now() - startedAt)
  }
  const worst = Math.max(...times)
  const waitMs = shown((await meanwhile.stop()).at(-1) ?? 0)
  return [shown(median(times)), shown(worst), waitMs, worst < answerMsMax ? '' : 'SLOW']
}
