import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../scripts/free-port.mjs'
import { endWithUs } from '../scripts/processes.mjs'
import { serverArguments, serverEnvironment } from '../scripts/server-process.mjs'
import { unsetSettings } from '../src/testing/unset-settings.ts'

const root = join(import.meta.dirname, '..')
const floor = join(import.meta.dirname, 'floor.ts')
const layerServer = join(import.meta.dirname, 'layer-server.ts')
const startTimeoutMs = 120_000

export type Server = AsyncDisposable & {
  url: string
  pid: number
  /** From the start of the process to its first successful response. */
  startMs: number
}

/** Starts the product in its own process; its log goes to a file, as in production. */
export const startProduct = (environment: Record<string, string>, logFile: string) =>
  startServer(
    [process.execPath, ...serverArguments],
    { ...serverEnvironment, ...environment },
    logFile,
    '/readyz',
  )

/** Starts the product with `npm start`. */
export const npmStart = (environment: Record<string, string>, logFile: string) =>
  startServer(['npm', 'start'], environment, logFile, '/readyz')

/** Starts the minimal node:http server, which sends the responses of `capturesFile`. */
export const startFloor = (capturesFile: string) =>
  startServer([process.execPath, floor, capturesFile], {}, '/dev/null', '/floor')

/** Starts a server that does a part of what the product does with a form. */
export const startLayer = (layer: string, dataDir: string) =>
  startServer([process.execPath, layerServer, layer, dataDir], serverEnvironment, '/dev/null', '/')

async function startServer(
  [command = '', ...args]: string[],
  environment: Record<string, string>,
  logFile: string,
  readyPath: string,
): Promise<Server> {
  const port = await findFreePort()
  const log = openSync(logFile, 'a')
  const startedAt = performance.now()
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env.PATH,
      ...unsetSettings,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...environment,
    },
  })
  endWithUs(child)
  closeSync(log)
  const url = `http://127.0.0.1:${port}`
  try {
    await untilReady(child, url + readyPath)
  } catch (error) {
    child.kill()
    throw error
  }
  return {
    url,
    pid: child.pid as number,
    startMs: performance.now() - startedAt,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function untilReady(child: ChildProcess, url: string) {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline && child.exitCode === null) {
    const isReady = await fetch(url).then(
      async (response) => (await response.arrayBuffer()) && response.ok,
      () => false,
    )
    if (isReady) return
    await wait(5)
  }
  throw new Error(
    `No response from ${url}: ${child.spawnargs.join(' ')} ended with ${child.exitCode}`,
  )
}
