import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { takeSlot } from '../background/machine-slots.ts'
import { checkEmailText } from '../mail/check-email-text.ts'
import { type CheckedHtml, checkArticleHtml } from './html.ts'

export const checks = { article: checkArticleHtml, email: checkEmailText }
/** What a text is for. */
export type TextKind = keyof typeof checks

/** Sanitized in a few milliseconds, whatever they contain; a thread takes longer to start. */
const shortLengthMax = 10_000
/** Far longer than the slowest text takes on a slow machine. */
const timeoutMs = 20_000
const tooSlow = {
  problem: 'This text takes too long to check. Please shorten it or make it simpler',
}

const script = join(import.meta.dirname, 'sanitize-worker.ts')
const waitingMax = 60
const tooMany = { problem: 'Many texts are being checked. Please try again in a minute' }

/**
 * Sanitizes HTML as `checkArticleHtml` or `checkEmailText` does, long ones in a thread of their own and one at a time
 * on a machine: they take up to a second, for which all other requests would wait.
 * @throws when the thread fails
 */
export async function sanitizeApart(text: string, kind: TextKind): Promise<CheckedHtml> {
  if (text.length <= shortLengthMax) return checks[kind](text)
  const slot = await takeSlot('sanitizer', 1, waitingMax)
  if (!slot) return tooMany
  try {
    return await run(text, kind)
  } finally {
    slot.release()
  }
}

function run(text: string, kind: TextKind) {
  // The server's environment is not passed on, because it contains secrets.
  const worker = new Worker(script, { workerData: { text, kind }, env: {}, execArgv: [] })
  return new Promise<CheckedHtml>((resolve, reject) => {
    const timer = setTimeout(() => {
      resolve(tooSlow)
      void worker.terminate()
    }, timeoutMs)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('The sanitizer ended without a result'))
    })
  })
}
