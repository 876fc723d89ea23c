import { afterEach, expect, test } from 'vitest'
import { createUser } from '#seed/factories/accounts.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createFirstAdmin } from './first-admin.ts'

let running: TestApp | undefined
afterEach(() => running?.[Symbol.asyncDispose]())

/** An app without users. */
async function start(environment?: Record<string, string>) {
  running = await startTestApp(environment)
  return running
}

test('an app without users gets an administrator, whose generated password signs in', async () => {
  const app = await start()
  const admin = await createFirstAdmin(app.services)
  expect(admin).toEqual({ email: 'admin@huza.example', password: expect.any(String) })
  expect(admin?.password).toMatch(/^([a-z]{6}-){4}[a-z]{6}$/)
  const response = await app.json('/api/auth/login/', { method: 'POST', json: admin })
  expect(response.body.user.role).toBe('ADMIN')
})

test('the configured administrator is created', async () => {
  const app = await start({
    ADMIN_EMAIL: 'Boss@Huza.example',
    ADMIN_PASSWORD: 'the password of the boss',
  })
  const admin = await createFirstAdmin(app.services)
  expect(admin).toEqual({ email: 'boss@huza.example', password: 'the password of the boss' })
  const json = { ...admin, email: 'Boss@Huza.example' }
  expect((await app.json('/api/auth/login/', { method: 'POST', json })).status).toBe(200)
})

test('of several processes that start at once, one creates the administrator', async () => {
  const app = await start()
  const admins = await Promise.all([1, 2, 3].map(() => createFirstAdmin(app.services)))
  expect(admins.filter((admin) => admin !== null)).toHaveLength(1)
  const users = await app.services.database.selectFrom('users').select('id').execute()
  expect(users).toHaveLength(1)
})

test('no administrator is created when there is any user', async () => {
  const app = await start()
  await createUser(app.services, { role: 'EDITOR' })
  expect(await createFirstAdmin(app.services)).toBeNull()
})

test('a common configured password is refused at the start', async () => {
  const app = await start({ ADMIN_PASSWORD: 'Password1234' })
  await expect(createFirstAdmin(app.services)).rejects.toThrow('ADMIN_PASSWORD is too common')
})
