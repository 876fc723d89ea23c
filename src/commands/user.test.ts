import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAdministrator, rescueUser } from '#features/accounts/server/rescue.ts'
import { createUser, openTestSession, testPassword } from '#seed/factories/accounts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { onSqlite } from '#testing/engines.ts'
import { unsetSettings } from '#testing/unset-settings.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
  // The command goes by the machine's clock.
  app.setNow(new Date())
})
afterEach(() => app[Symbol.asyncDispose]())

const program = fileURLToPath(new URL('user.ts', import.meta.url))

/** Runs the command beside the app, with this on standard input. */
async function run(args: string[], input = '', dataDir = app.services.config.dataDir) {
  const { databaseUrl, secretKey, dataKeys } = app.services.config
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      PATH: process.env.PATH,
      ...unsetSettings,
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
      DATA_KEY: dataKeys.join(),
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
  })
  child.stdin.end(input)
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { output, errors, code }
}

const signIn = (email: string, password: string) =>
  app.json('/api/auth/login/', { method: 'POST', json: { email, password } })
const lines = () =>
  app.services.database
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'actor_name', 'target', 'target_id', 'details'])
    .where('actor_name', '=', 'npm run user')
    .orderBy('id')
    .execute()
const password = 'seven hills beside a lake'

test('an administrator is created with the password of standard input, and signs in', async () => {
  const args = ['create', ' Boss@Huza.example', '--name', 'Keza Ingabire']
  const { output, errors, code } = await run(args, `${password}\n`)
  expect([code, errors, output]).toEqual([0, '', 'boss@huza.example is an administrator.\n'])
  const { status, body } = await signIn('boss@huza.example', password)
  expect([status, body.user]).toEqual([
    200,
    expect.objectContaining({ name: 'Keza Ingabire', role: 'ADMIN' }),
  ])
  expect(await lines()).toEqual([
    {
      action: 'created',
      actor_id: null,
      actor_name: 'npm run user',
      target: 'user',
      target_id: String(body.user.id),
      details: '{"role":"ADMIN"}',
    },
  ])
})

test('a new password lets a user in, ends their sessions, and is nowhere in the audit log', async () => {
  const user = await createUser(app.services)
  const { access } = await openTestSession(app.services, user)
  expect((await run(['password', user.email], password)).code).toBe(0)
  expect((await signIn(user.email, testPassword)).status).toBe(401)
  expect((await signIn(user.email, password)).status).toBe(200)
  expect((await app.json('/api/auth/me/', { token: access })).status).toBe(401)
  const found = await lines()
  expect(found).toMatchObject([{ action: 'changed', details: '{"fields":["password"]}' }])
  expect(JSON.stringify(found)).not.toContain(password)
})

test('a disabled user is enabled, and a second factor switched off', async () => {
  const user = await createUser(app.services)
  await app.services.database
    .updateTable('users')
    .set({ disabled_at: '2026-03-01T08:00:00.000Z', totp_enabled_at: '2026-03-01T08:00:00.000Z' })
    .set({ totp_secret: 'encrypted' })
    .execute()
  expect((await signIn(user.email, testPassword)).status).toBe(401)
  expect((await run(['enable', user.email])).code).toBe(0)
  expect((await signIn(user.email, testPassword)).body).toMatchObject({ code: expect.anything() })
  expect((await run(['reset-second-factor', user.email])).code).toBe(0)
  expect((await signIn(user.email, testPassword)).status).toBe(200)
  expect(await lines()).toMatchObject([
    { action: 'enabled', details: '{"fields":[]}' },
    { action: 'changed', details: '{"fields":["second_factor"]}' },
  ])
  const again = await run(['enable', user.email])
  expect([again.code, again.errors]).toEqual([1, `${user.email} is not disabled.\n`])
})

test.each([
  ['a common password', ['create', 'new@huza.example'], 'Password1234', 'too common'],
  [
    'a short one',
    ['password', 'new@huza.example'],
    'short',
    'A password has 12 to 200 characters.',
  ],
  [
    'a password as an argument',
    ['create', 'new@huza.example', password],
    '',
    'npm run user -- create',
  ],
])('%s is refused with one line', async (_name, args, input, words) => {
  const { code, errors } = await run(args, input)
  expect([code, errors]).toEqual([1, expect.stringContaining(words)])
  expect(errors).not.toMatch(/\n +at /)
  expect(await lines()).toEqual([])
})

onSqlite('no user is made in a database that is not there', async () => {
  const dataDir = join(app.services.config.dataDir, 'elsewhere')
  const refused = await run(['create', 'new@huza.example'], password, dataDir)
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('set DATA_DIR')])
  expect(existsSync(join(dataDir, 'huza.sqlite'))).toBe(false)
})

test('who exists already is not created, and who does not exist is not changed', async () => {
  const { email } = await createUser(app.services)
  const existing = createAdministrator(app.services, { email, name: 'Other', password })
  await expect(existing).rejects.toThrow(`There is a user ${email} already`)
  for (const change of [{ password }, 'enable', 'reset-second-factor'] as const) {
    const missing = rescueUser(app.services, 'nobody@huza.example', change)
    await expect(missing).rejects.toThrow('There is no user nobody@huza.example.')
  }
  const { status, body } = await signIn(email, testPassword)
  expect([status, body.user.name]).toEqual([200, 'Aline Uwase'])
  expect(await lines()).toEqual([])
})
