import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#config'
import { createUser, openTestSession } from '#seed/factories/accounts.ts'
import { openServices } from '#server/services.ts'
import { createTestDatabase } from '#testing/database.ts'
import { onPostgres } from '#testing/engines.ts'
import { loadSecret } from './secret.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('a secret is generated once and readable by its owner only', () => {
  const secret = loadSecret({ dataDir })
  expect(secret.length).toBeGreaterThan(60)
  expect(loadSecret({ dataDir })).toBe(secret)
  expect(readdirSync(dataDir)).toEqual(['secret'])
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
})

test.each(['', '\n', 'abc'])('a stored secret of %j is rejected as truncated', (text) => {
  writeFileSync(join(dataDir, 'secret'), text)
  expect(() => loadSecret({ dataDir })).toThrow('is cut short')
})

test('a process with another secret refuses to start with one line, until the change is confirmed, which ends all sessions', async () => {
  const { url = '', drop } = await createTestDatabase()
  /** @returns how many sessions go on */
  const start = async (SECRET_KEY: string, SECRET_FINGERPRINT = '', isSignedIn = false) => {
    const settings = { DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
    const config = readConfig({ ...settings, SECRET_KEY, SECRET_FINGERPRINT })
    const { services, close } = await openServices(config)
    if (isSignedIn) await openTestSession(services, await createUser(services))
    const open = services.database.selectFrom('sessions').where('ended_at', 'is', null)
    const sessions = await open.select('id').execute()
    await close()
    return sessions.length
  }
  const [one, other] = [
    'one secret of more than 32 characters',
    'the secret of another machine, also long',
  ]
  try {
    await start(one)
    await start(one)
    const refusal: Error = await start(other).then(
      () => new Error('It started'),
      (error) => error,
    )
    expect(refusal.message).toMatch(
      /^SECRET_KEY is not the secret that this database is used with\. Set SECRET_KEY to that one; .+ SECRET_FINGERPRINT=\S+ for this start\.$/,
    )
    expect(refusal.message).not.toContain(other)
    await start(one)
    await expect(start(other, 'no such fingerprint')).rejects.toThrow('is not the secret')
    const fingerprint = /SECRET_FINGERPRINT=(\S+)/.exec(refusal.message)?.[1]
    expect(await start(one, '', true)).toBe(1)
    expect(await start(other, fingerprint)).toBe(0)
    // The setting may stay: only a change ends sessions.
    expect(await start(other, '', true)).toBe(1)
    expect(await start(other, fingerprint)).toBe(1)
    await expect(start(one, fingerprint)).rejects.toThrow('is not the secret')
  } finally {
    await drop()
  }
})

onPostgres('of machines that start at once and make up a secret each, one is let in', async () => {
  const { url = '', drop } = await createTestDatabase()
  const starts = ['a', 'b', 'c'].map(async (machine) => {
    const settings = { DATABASE_URL: url, DATA_DIR: join(dataDir, machine), LOG_LEVEL: 'silent' }
    const { close } = await openServices(readConfig(settings))
    await close()
  })
  const outcomes = await Promise.allSettled(starts)
  await drop()
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
})
