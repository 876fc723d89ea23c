import { afterAll, expect, test } from 'vitest'
import { createUser, openTestSession } from '#seed/factories/accounts.ts'
import { startTestApp } from '#testing/app.ts'

const app = await startTestApp()
afterAll(() => app[Symbol.asyncDispose]())

const me = (token: string) => app.json('/api/auth/me/', { token })
const newSession = async () => openTestSession(app.services, await createUser(app.services))

test("the list of sessions shows only the user's own active ones, and marks the current one", async () => {
  const user = await createUser(app.services)
  const laptop = await openTestSession(app.services, user, {
    clientIp: '192.0.2.7',
    headers: new Headers({ 'user-agent': 'Firefox on a laptop' }),
  })
  app.advanceS(60)
  const phone = await openTestSession(app.services, user, { clientIp: '192.0.2.8' })
  const ended = await openTestSession(app.services, user)
  await app.request('/api/auth/logout/', { method: 'POST', token: ended.access })
  await newSession()

  const { status, body } = await app.json('/api/auth/sessions/', { token: laptop.access })
  expect(status).toBe(200)
  expect(body.results).toHaveLength(2)
  expect(body.results[1]).toMatchObject({
    address: '192.0.2.7',
    user_agent: 'Firefox on a laptop',
    current: true,
  })
  expect(body.results[0]).toMatchObject({ address: '192.0.2.8', current: false })
  expect(Object.keys(body.results[0]).sort()).toEqual(
    ['address', 'created_at', 'current', 'id', 'last_used_at', 'user_agent'].sort(),
  )

  const path = `/api/auth/sessions/${body.results[0].id}/`
  expect((await app.request(path, { method: 'DELETE', token: laptop.access })).status).toBe(204)
  expect((await me(phone.access)).status).toBe(401)
  expect((await app.request(path, { method: 'DELETE', token: laptop.access })).status).toBe(404)
})

test("a user cannot end another user's session, nor an unknown one", async () => {
  const mine = await newSession()
  const theirs = await newSession()
  const { body } = await app.json('/api/auth/sessions/', { token: theirs.access })
  for (const id of [body.results[0].id, 'unknown']) {
    const path = `/api/auth/sessions/${id}/`
    expect((await app.request(path, { method: 'DELETE', token: mine.access })).status).toBe(404)
    expect((await app.request(path, { method: 'DELETE' })).status).toBe(401)
  }
  expect((await me(theirs.access)).status).toBe(200)
})

test('ending all other sessions keeps the current one and those of other users', async () => {
  const user = await createUser(app.services)
  const here = await openTestSession(app.services, user)
  const there = await openTestSession(app.services, user)
  const stranger = await newSession()
  const response = await app.request('/api/auth/sessions/', {
    method: 'DELETE',
    token: here.access,
  })
  expect(response.status).toBe(204)
  expect((await me(here.access)).status).toBe(200)
  expect((await me(there.access)).status).toBe(401)
  const again = { method: 'POST', json: { refresh: there.refresh } }
  expect((await app.json('/api/auth/refresh/', again)).status).toBe(401)
  expect((await me(stranger.access)).status).toBe(200)
})
