import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** To move the write-ahead log into the file, or to read. */
export type ThreadRequest = 'moveLog' | { sql: string; parameters: readonly unknown[] }
export type ThreadAnswer =
  | { rows: unknown[] }
  | { error: { message: string; code: string | undefined } }

/** Then a thread gives its memory back. */
const idleMs = 10_000

const script = join(import.meta.dirname, 'sqlite-worker.ts')

/** The thread's whole environment. A script that is compiled already takes half of the memory. */
const compiled = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' }

/** The thread itself has failed, whatever it was asked. */
export class ThreadFailed extends Error {}

export type SqliteThread = ReturnType<typeof createSqliteThread>

/** A thread with a connection of its own to a file of SQLite, which does one thing after the other. */
export function createSqliteThread(file: string) {
  let running: ReturnType<typeof start> | undefined
  let isClosed = false
  const idle = setTimeout(() => {
    if (running && running.waiting.length > 0) idle.refresh()
    else void end()
  }, idleMs).unref()

  function start() {
    const worker = new Worker(script, { workerData: { file }, env: compiled, execArgv: [] })
    worker.unref()
    const waiting: PromiseWithResolvers<unknown[]>[] = []
    worker.on('message', (answer: ThreadAnswer) => {
      const asked = waiting.shift()
      if ('rows' in answer) asked?.resolve(answer.rows)
      else
        asked?.reject(Object.assign(new Error(answer.error.message), { code: answer.error.code }))
    })
    worker.once('error', (cause) => fail(cause))
    const exited = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        fail()
        resolve()
      })
    })
    const fail = (cause?: unknown) => {
      if (running?.worker === worker) running = undefined
      for (const asked of waiting.splice(0)) asked.reject(new ThreadFailed('It ended', { cause }))
    }
    return { worker, waiting, exited }
  }

  async function end() {
    const ending = running
    running = undefined
    ending?.worker.ref()
    ending?.worker.postMessage('end')
    await ending?.exited
  }

  return {
    /** @throws ThreadFailed; or what SQLite says, with its code */
    ask(request: ThreadRequest): Promise<unknown[]> {
      if (isClosed) return Promise.reject(new ThreadFailed('It is closed'))
      running ??= start()
      const asked = Promise.withResolvers<unknown[]>()
      running.waiting.push(asked)
      running.worker.postMessage(request)
      idle.refresh()
      return asked.promise
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      await end()
    },
  }
}
