import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { onPostgres, onSqlite } from '#testing/engines.ts'
import { unsetSettings } from '#testing/unset-settings.ts'

/** A port that is in use. */
async function takenPort() {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' ? String(address?.port) : ''
}

/** Starts the program with these settings, on a data folder of its own. */
async function startProgram(settings: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'huza-start-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      ...unsetSettings,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      SEED: 'none',
      HOST: '127.0.0.1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return child
}

/** Runs the program with these settings, on a port that is in use, until it exits. */
async function runOnTakenPort(settings: Record<string, string>) {
  const child = await startProgram({ PORT: await takenPort(), ...settings })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { output, errors, code }
}

onSqlite.each(['1', '2'])(
  'a first start that cannot serve with WORKERS=%s exits, but prints the generated password first',
  async (workers) => {
    const { output, errors, code } = await runOnTakenPort({ WORKERS: workers })
    expect(output).toMatch(/Password {5}([a-z]{6}-){4}[a-z]{6}\n/)
    expect([code, errors]).toEqual([1, expect.stringContaining('The start failed: ')])
  },
)

// Where PostgreSQL is tested, these would be the same again: they start on SQLite.
onSqlite(
  'the server of npm run dev serves the first page and its packages on a fresh checkout',
  async () => {
    const server = await startProgram({ NODE_ENV: 'development', PORT: '0' })
    const errors = text(server.stderr)
    let output = ''
    server.stdout.on('data', (chunk) => {
      output += chunk
    })
    const urlIn = () => /The site is at (http:\S+)/.exec(output)?.[1]
    await expect.poll(urlIn, { timeout: 120_000 }).toBeDefined()
    const page = await fetch(`${urlIn()}/`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('</html>')])
    // The packages are bundled by then, or the page's modules would wait for ever.
    const root = await fetch(`${urlIn()}/src/root.tsx`).then((response) => response.text())
    const [, react = ''] = /"(\/[^"]*react_jsx[^"]*)"/.exec(root) ?? []
    expect((await fetch(`${urlIn()}${react}`)).status).toBe(200)
    server.kill('SIGTERM')
    await once(server, 'exit')
    expect([await errors, output]).toEqual(['', expect.not.stringMatching(/error/i)])
  },
)

onPostgres(
  'the start warns when the processes may open more connections than PostgreSQL has',
  async () => {
    const { url = '', drop } = await createTestDatabase()
    onTestFinished(drop)
    const warning = 'WORKERS × DATABASE_POOL_SIZE is more connections than PostgreSQL has'
    const settings = { DATABASE_URL: url, WORKERS: '2' }
    const many = await runOnTakenPort({ ...settings, DATABASE_POOL_SIZE: '600' })
    expect(many.output).toContain(warning)
    expect(many.output).toMatch(/"wanted":1200,"max":\d+/)
    const few = await runOnTakenPort({ ...settings, DATABASE_POOL_SIZE: '2' })
    expect(few.output).not.toContain(warning)
  },
)
