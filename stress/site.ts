import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { endWithUs, temporaryFolder } from '../scripts/processes.mjs'
import { serverArguments, serverEnvironment } from '../scripts/server-process.mjs'
import { createTestDatabase } from '../src/testing/database.ts'
import { unsetSettings } from '../src/testing/unset-settings.ts'

const root = join(import.meta.dirname, '..')
export const admin = {
  email: 'admin@huza.example',
  password: 'a password for the crash test',
}

/** Creates a data folder and a database for a server: SQLite, or PostgreSQL if TEST_DATABASE_URL is set. */
export async function createSite() {
  const { folder: dataDir, remove: removeFolder } = temporaryFolder('huza-stress')
  const database = await createTestDatabase()
  return {
    dataDir,
    engine: database.url ? 'PostgreSQL' : 'SQLite',
    environment: {
      ...unsetSettings,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url ?? '',
      SECRET_KEY: 'a secret for the crash test, long enough',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      SEED: 'none',
      TRUST_PROXY: '127.0.0.1',
      WORKERS: '1',
      LOG_LEVEL: 'error',
    },
    async remove() {
      await database.drop()
      removeFolder()
    },
  }
}

type Place = { folder?: string; socket?: number }

export type Site = Awaited<ReturnType<typeof createSite>>

/**
 * Starts the real server, or that of another version's folder, on a socket that is open already if it gets one.
 * `siteUrl` resolves when it serves; `kill` sends SIGKILL.
 */
export function startServer(site: Site, { folder = root, socket }: Place = {}) {
  const passed = socket !== undefined && { LISTEN_FDS: '1' }
  const child = spawn(process.execPath, serverArguments, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', socket ?? 'ignore'],
    env: { PATH: process.env.PATH, ...serverEnvironment, ...site.environment, ...passed },
  })
  let output = ''
  const exited = once(child, 'exit')
  endWithUs(child)
  const siteUrl = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000)
      const port = /The site is at http:\/\/localhost:(\d+)/.exec(output)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`The server ended:\n${output}`)))
  })
  // A server that is killed while it starts never gets a URL; without a handler the rejection would end the process.
  siteUrl.catch(() => {})
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const startedAt = performance.now()
    child.kill(signal)
    const [code] = await exited
    return { code: code as number | null, ms: performance.now() - startedAt }
  }
  return {
    pid: child.pid ?? 0,
    siteUrl,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    /** Its last output, for error messages. */
    output: () => output,
  }
}

/** Signs in as the first admin. @returns functions that call the API */
export async function signIn(siteUrl: string) {
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${siteUrl}/api${path}`, init)
    if (!response.ok)
      throw new Error(`${path}: status ${response.status}: ${await response.text()}`)
    return response
  }
  const json = { 'content-type': 'application/json' }
  const login = await call('/auth/login/', {
    method: 'POST',
    headers: json,
    body: JSON.stringify(admin),
  })
  const { access } = (await login.json()) as { access: string }
  const authorization = { authorization: `Bearer ${access}` }
  const send = (method: string) => (path: string, body: unknown) =>
    call(path, { method, headers: { ...json, ...authorization }, body: JSON.stringify(body) })
  return {
    authorization,
    get: (path: string) => call(path, { headers: authorization }),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
  }
}

export type Staff = Awaited<ReturnType<typeof signIn>>

const dayMs = 24 * 60 * 60 * 1000
const dayFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

/** Creates a cohort with enough spots, and a tech stack. */
export async function createCohortAndStack(staff: Staff) {
  const cohort = await staff.post('/admin/cohorts/', {
    name: 'Crash cohort',
    status: 'open',
    limit: 100_000,
    start: dayFromNow(30),
    end: dayFromNow(120),
    deadline: dayFromNow(20),
  })
  const stack = await staff.post('/admin/techstacks/', { name: 'Python Backend Development' })
  const [{ id }, { id: tech_stack }] = [await cohort.json(), await stack.json()]
  return { cohort: id as number, tech_stack: tech_stack as string }
}
