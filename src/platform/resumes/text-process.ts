import { open } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import type { ResumeText, TextRequest } from './text-apart.ts'

// Run by text-apart.ts for some resumes. A thread reads them, so that this one can end both when they take too much
// memory: a small file can unpack to any size, also outside of the heap.
const memoryBytesMax = 384 * 1024 * 1024
const heapMB = 256
const checkEveryMs = 10

async function read({ path, type }: TextRequest): Promise<ResumeText> {
  const { wordReaders } = await import('./text-readers.ts')
  const { readPdfText } = await import('../documents/pdf-text.ts')
  const file = await open(path)
  try {
    return { text: await (wordReaders[type] ?? readPdfText)(file) }
  } catch {
    return { isBroken: true }
  } finally {
    await file.close()
  }
}

if (isMainThread) {
  // It gets what requests leave of the processors.
  setPriority(constants.priority.PRIORITY_LOW)
  // Captured, since a library's warnings are no result.
  const worker = new Worker(import.meta.filename, {
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMB },
  })
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytesMax) process.exit(1)
  }, checkEveryMs).unref()
  worker.once('error', () => process.exit(1))
  worker.on('message', (result: ResumeText) => {
    process.stdout.write(`${JSON.stringify(result)}\n`)
  })
  createInterface({ input: process.stdin })
    .on('line', (line) => worker.postMessage(JSON.parse(line)))
    // Also when the server has died.
    .once('close', () => process.exit(0))
} else {
  parentPort?.on('message', async (request: TextRequest) => {
    parentPort?.postMessage(await read(request))
  })
}
