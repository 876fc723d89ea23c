import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { createLease } from '#platform/background/lease.ts'
import { repeat } from '#platform/background/repeat.ts'
import type { Services } from '#platform/http/context.ts'
import type { Certificate } from '../contract.ts'
import { findUndrawn } from './queries.ts'
import { storePdf } from './stored-pdf.ts'

const checkEveryMs = 5_000
/** While the storage or the database is gone. */
const restMs = 5 * 60_000
const drawnAtOnce = 50
const outputBytesMax = 32 * 1024 * 1024
const timeoutMs = 2 * 60_000

const script = join(import.meta.dirname, 'draw-certificates-process.ts')

/** Draws certificates in a process apart. @returns their PDFs; null for one that can't be drawn */
function drawApart(
  certificates: readonly Certificate[],
  { siteUrl, port }: Services['config'],
  signal: AbortSignal | undefined,
): Promise<(Buffer | null)[]> {
  const limits = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: outputBytesMax } as const
  // The server's environment is not passed on, because it contains secrets.
  const options = { ...limits, env: {}, ...(signal ? { signal } : {}) }
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [script], options, (error, stdout) => {
      if (error) return reject(new Error('Certificates were not drawn', { cause: error }))
      const pdfs = JSON.parse(stdout) as (string | null)[]
      resolve(pdfs.map((pdf) => (pdf === null ? null : Buffer.from(pdf, 'base64'))))
    })
    // The child ended before it read everything; its exit code is handled above.
    child.stdin?.on('error', () => {})
    child.stdin?.end(JSON.stringify({ certificates, config: { siteUrl, port } }))
  })
}

/**
 * Draws and stores the PDFs of certificates that have none, the latest first.
 * @param failed the ids of those that can't be drawn; they are left out
 * @param hold tells whether this process may go on
 * @returns how many were drawn
 */
export async function drawDue(
  services: Services,
  {
    failed = new Set<number>(),
    hold = async () => true,
    stop,
  }: { failed?: Set<number>; hold?: () => Promise<boolean>; stop?: AbortSignal } = {},
) {
  let drawn = 0
  while (!stop?.aborted) {
    const due = await findUndrawn(services.database, drawnAtOnce, failed)
    if (due.length === 0 || !(await hold())) break
    const pdfs = await drawApart(due, services.config, stop)
    for (const [index, certificate] of due.entries()) {
      const pdf = pdfs[index]
      if (pdf) {
        await storePdf(services, certificate, pdf)
        drawn += 1
      } else {
        failed.add(certificate.id)
        services.log.error({ certificate: certificate.id }, 'certificate not drawn')
      }
    }
  }
  return drawn
}

/** Starts to draw what is due, in one process at a time. @returns a function that stops */
export function startDrawing(services: Services) {
  const stop = new AbortController()
  const lease = createLease(services, 'certificates')
  const failed = new Set<number>()
  let restsUntil = 0
  const stopDrawing = repeat(async () => {
    if (services.now().getTime() < restsUntil) return
    try {
      const drawn = await drawDue(services, { failed, hold: lease.hold, stop: stop.signal })
      if (drawn > 0) await lease.release()
    } catch (err) {
      restsUntil = services.now().getTime() + restMs
      if (!stop.signal.aborted) services.log.error({ err }, 'certificates not drawn')
    }
  }, checkEveryMs)
  return async () => {
    stop.abort()
    await stopDrawing()
    await lease.release().catch(() => {})
  }
}
