import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { withStoredFile } from '../documents/stored-file.ts'
import type { Services } from '../http/context.ts'
import { omitUndefined } from '../text/omit-undefined.ts'

export type ResumeText = { text: string } | { isBroken: true }

/** What the process is asked for, as a line of JSON. */
export type TextRequest = { path: string; type: string }

/** Far longer than the largest resume takes on a slow machine. */
const timeoutMs = 60_000
/** A text of the greatest length, with each character escaped. */
const outputLengthMax = 1024 * 1024
/** How many resumes one process reads: what a hostile one has left behind ends with it. */
const filesMax = 20

const script = join(import.meta.dirname, 'text-process.ts')

type TextProcess = ChildProcessByStdio<Writable, Readable, null>

type ReaderOptions = {
  /** Stops the one under way. */
  signal?: AbortSignal
  limitMs?: number
  program?: string
}

/**
 * Reads the texts of stored resumes one after the other in a process apart, within limits of time and memory. It starts
 * with the first, as most of the time goes into that, and anew after one that it didn't survive.
 */
export function openTextReader(
  { storage }: Pick<Services, 'storage'>,
  { signal, limitMs = timeoutMs, program = script }: ReaderOptions = {},
) {
  let current: TextProcess | undefined
  let files = 0

  async function close() {
    const ended = current
    current = undefined
    files = 0
    if (!ended || hasEnded(ended)) return
    ended.stdin.end()
    // One that a hostile resume has taken over may go on, and no other would be read.
    const timer = setTimeout(() => ended.kill('SIGKILL'), limitMs)
    await once(ended, 'exit')
    clearTimeout(timer)
  }

  async function ask(request: TextRequest): Promise<ResumeText> {
    if (files === filesMax) await close()
    if (!current || hasEnded(current)) {
      current = startProcess(program)
      files = 0
    }
    files += 1
    const isFirst = files === 1
    try {
      return await askProcess(current, request, limitMs, signal)
    } catch (error) {
      current.kill('SIGKILL')
      current = undefined
      files = 0
      // What another resume has left behind is not this one's fault.
      if (!isFirst && !signal?.aborted) return ask(request)
      throw new Error('The text of a resume was not read', { cause: error })
    }
  }

  return {
    /** @throws when it was stopped, or the file can't be fetched */
    read: ({ key, type }: { key: string; type: string }): Promise<ResumeText> =>
      withStoredFile(storage, key, (path) => ask({ path, type })),
    close,
  }
}

const hasEnded = ({ exitCode, signalCode }: TextProcess) => exitCode !== null || signalCode !== null

function startProcess(program: string): TextProcess {
  // The server's environment contains secrets. Of it the process gets where Node keeps what it has compiled, which
  // saves a third of the time to start.
  const { NODE_COMPILE_CACHE } = process.env
  const env = omitUndefined({ NODE_COMPILE_CACHE })
  const child = spawn(process.execPath, [program], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdout.setEncoding('utf8')
  // That it has ended is noticed by its exit.
  child.stdin.on('error', () => {})
  child.on('error', () => {})
  return child
}

/** A process that a hostile resume has taken over may answer anything. */
function settle(
  line: string,
  resolve: (answer: ResumeText) => void,
  reject: (reason: unknown) => void,
) {
  try {
    const { text, isBroken } = JSON.parse(line)
    if (typeof text === 'string') resolve({ text })
    else if (isBroken === true) resolve({ isBroken })
    else throw new Error('It answered with no text')
  } catch (error) {
    reject(error)
  }
}

/** @throws when the process ends, is stopped, or answers with more than any text */
function askProcess(
  child: TextProcess,
  request: TextRequest,
  limitMs: number,
  signal: AbortSignal | undefined,
) {
  const stop = AbortSignal.any([AbortSignal.timeout(limitMs), ...(signal ? [signal] : [])])
  const { promise, resolve, reject } = Promise.withResolvers<ResumeText>()
  let output = ''
  const read = (part: string) => {
    output += part
    if (output.length > outputLengthMax) reject(new Error('It answered with too much'))
    else if (output.endsWith('\n')) settle(output, resolve, reject)
  }
  const end = () => reject(new Error('Its process ended'))
  const abort = () => reject(stop.reason)
  child.stdout.on('data', read)
  child.once('error', reject).once('exit', end)
  stop.addEventListener('abort', abort)
  if (stop.aborted) abort()
  else child.stdin.write(`${JSON.stringify(request)}\n`)
  return promise.finally(() => {
    child.stdout.off('data', read)
    child.off('error', reject).off('exit', end)
    stop.removeEventListener('abort', abort)
  })
}
