import cluster, { type Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import type { ProcessMetrics } from './metrics.ts'

// A scrape reaches one worker. That asks the first process, which asks all workers and tells what they said.
type Message =
  | { metrics: 'wanted' | 'asked'; id: string }
  | { metrics: 'read'; id: string; read: ProcessMetrics }
  | { metrics: 'collected'; id: string; collected: Collected }

export type Collected = { processes: Record<string, ProcessMetrics>; ended: ProcessMetrics[] }

/** A worker that is busy for longer is left out this once. */
const answerMs = 2_000

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message

/** In the first process: collects what the workers have counted, and keeps what those had counted that ended. */
export function relayMetrics() {
  const last = new Map<number, ProcessMetrics>()
  const ended: ProcessMetrics[] = []
  const open = new Map<string, { asker: Worker; missing: Set<number> }>()

  const finish = (id: string) => {
    const scrape = open.get(id)
    if (!scrape) return
    open.delete(id)
    const processes = Object.fromEntries([...last].map(([worker, read]) => [String(worker), read]))
    const message: Message = { metrics: 'collected', id, collected: { processes, ended } }
    if (scrape.asker.isConnected()) scrape.asker.send(message)
  }
  const settle = (id: string, worker: Worker) => {
    const scrape = open.get(id)
    scrape?.missing.delete(worker.id)
    if (scrape?.missing.size === 0) finish(id)
  }
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message)) return
    const { id } = message
    if (message.metrics === 'wanted') {
      const workers = Object.values(cluster.workers ?? {}).filter((one) => one?.isConnected())
      open.set(id, { asker: worker, missing: new Set(workers.map((one) => one?.id ?? 0)) })
      for (const one of workers) one?.send({ metrics: 'asked', id } satisfies Message)
      setTimeout(finish, answerMs, id).unref()
    } else if (message.metrics === 'read') {
      last.set(worker.id, message.read)
      settle(id, worker)
    }
  })
  cluster.on('exit', (worker) => {
    const read = last.get(worker.id)
    if (read) ended.push(read)
    last.delete(worker.id)
    for (const id of [...open.keys()]) settle(id, worker)
  })
}

/** Answers the first process when it asks. @returns a function that collects what all processes have counted */
export function joinMetrics(read: () => ProcessMetrics): () => Promise<Collected> {
  const { worker } = cluster
  if (!worker) return async () => ({ processes: { 1: read() }, ended: [] })
  const waiting = new Map<string, (collected: Collected) => void>()
  const send = (message: Message) => void worker.send(message)
  worker.on('message', (message: unknown) => {
    if (!isMessage(message)) return
    if (message.metrics === 'asked') send({ metrics: 'read', id: message.id, read: read() })
    else if (message.metrics === 'collected') {
      waiting.get(message.id)?.(message.collected)
      waiting.delete(message.id)
    }
  })
  return () =>
    new Promise((resolve) => {
      const id = randomUUID()
      waiting.set(id, resolve)
      send({ metrics: 'wanted', id })
    })
}
