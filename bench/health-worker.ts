import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// Asks /healthz over and over, until it is told to stop. It is a thread of its own: what the measurement does meanwhile
// would be counted as well.
let isStopping = false
parentPort?.once('message', () => {
  isStopping = true
})
const waits: number[] = []
for (let isFirst = true; !isStopping; isFirst = false) {
  const startedAt = performance.now()
  await (await fetch(`${workerData}/healthz`)).arrayBuffer()
  if (isFirst) parentPort?.postMessage('ready')
  else waits.push(performance.now() - startedAt)
  await wait(2)
}
parentPort?.postMessage(waits)
