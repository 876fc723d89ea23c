import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Server } from './servers.ts'

/** Measures how long others wait: another client asks `/healthz` over and over. */
export async function watchHealth({ url }: Pick<Server, 'url'>) {
  const worker = new Worker(new URL('health-worker.ts', import.meta.url), { workerData: url })
  await once(worker, 'message')
  return {
    /** @returns the waits in ms, the shortest first */
    async stop(): Promise<number[]> {
      const answered = once(worker, 'message')
      worker.postMessage('stop')
      const [waits] = (await answered) as [number[]]
      return waits.sort((a, b) => a - b)
    },
    /** Where a measurement has failed, it would ask a server that has ended, and hide the reason. */
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
