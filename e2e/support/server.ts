import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../scripts/free-port.mjs'
import { serverArguments, serverEnvironment } from '../../scripts/server-process.mjs'
import { unsetSettings } from '../../src/testing/unset-settings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const startMs = 120_000
/** Longer than a server may take to stop. */
const stopMs = 20_000

/** The first admin of every server that `startServer` starts. */
export const admin = { email: 'admin@huza.example', password: 'correct horse battery staple' }

/** Options of a fixture that starts a server: a busy machine takes long. */
export const serverFixture = { scope: 'worker', timeout: startMs + 10_000 } as const

/** `output` is the end of what the server has printed. `stop` tells whether the server had to be killed. */
export type TestServer = {
  url: string
  dataDir: string
  process: ChildProcess
  output(): string
  stop(): Promise<'by itself' | 'killed'>
}

/**
 * Starts the built site on a free port, with its own data folder and the demo content, and waits until it is ready.
 * @param environment overrides
 * @param socket a listening one that is handed on to the server, as systemd does
 */
export async function startServer(
  environment: Record<string, string> = {},
  socket?: Server,
): Promise<TestServer> {
  const port = socket ? (socket.address() as AddressInfo).port : await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'huza-e2e-'))
  const { DEMO_DATA } = process.env
  if (DEMO_DATA && !environment.DATA_DIR) await cp(DEMO_DATA, dataDir, { recursive: true })
  const child = spawn(join(root, 'node_modules/.bin/node'), serverArguments, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', socket && descriptorOf(socket)],
    env: {
      ...process.env,
      ...serverEnvironment,
      ...unsetSettings,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      SITE_URL: url,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      SEED: 'demo',
      // Tests type faster than people.
      FORM_SECONDS_MIN: '0',
      ...environment,
    },
  })
  // What is connected to is the server's alone.
  socket?.close()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-4_000)
    })
  }
  const stop = async () => {
    const how = await ended(child)
    await rm(dataDir, { recursive: true, force: true })
    return how
  }
  try {
    await waitUntilReady(url, child)
  } catch (error) {
    await stop()
    throw new Error(`${(error as Error).message}\n${output}`)
  }
  return {
    url,
    dataDir: environment.DATA_DIR ?? dataDir,
    process: child,
    output: () => output,
    stop,
  }
}

const descriptorOf = (socket: Server) =>
  (socket as unknown as { _handle: { fd: number } })._handle.fd

async function waitUntilReady(url: string, child: ChildProcess) {
  const end = Date.now() + startMs
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The server was not ready after ${startMs / 1000} s`)
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return 'by itself'
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs)
  await exit
  clearTimeout(timer)
  return child.signalCode === 'SIGKILL' ? 'killed' : 'by itself'
}
