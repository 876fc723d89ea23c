import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserLoader } from '../loaders/loaders.ts'
import { readAuthState } from './auth-state.ts'
import { api } from './client.ts'
import { fetchInSession } from './session.ts'

const stored = new Map<string, string>()
const url = 'http://site/api/dashboard/news/5/draft/'

/** Signs in by another tab. */
const signIn = (id: number, access: string) =>
  stored.set(
    'auth',
    JSON.stringify({ isAuthenticated: true, tokens: { access, refresh: access }, user: { id } }),
  )

beforeEach(() => {
  stored.clear()
  const location = new URL('http://site/dashboard/news/5')
  vi.stubGlobal('location', location)
  vi.stubGlobal('window', {
    location,
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

const refuse = () => Response.json({ detail: 'Invalid token' }, { status: 401 })

/** Sends a request whose token is refused, and calls `whileSent` before it is. */
async function send(token: string, whileSent: () => void) {
  const sentWith: string[] = []
  const { status } = await fetchInSession(
    url,
    async (access = '') => {
      sentWith.push(access)
      if (access !== token) return Response.json({})
      whileSent()
      return refuse()
    },
    readAuthState(),
  )
  return { sentWith, status }
}

test('a request is sent again with the token that another tab has renewed', async () => {
  signIn(1, 'old')
  expect(await send('old', () => signIn(1, 'new'))).toEqual({
    sentWith: ['old', 'new'],
    status: 200,
  })
})

test('a request of one user is not sent again with the token of the next', async () => {
  signIn(1, 'of the first')
  expect(await send('of the first', () => signIn(2, 'of the next'))).toEqual({
    sentWith: ['of the first'],
    status: 401,
  })
})

test('tokens that are renewed as somebody else signs in do not replace theirs', async () => {
  signIn(1, 'of the first')
  vi.stubGlobal('fetch', async () => {
    signIn(2, 'of the next')
    return Response.json({ access: 'renewed', refresh: 'renewed' })
  })
  expect(await send('of the first', () => {})).toEqual({ sentWith: ['of the first'], status: 401 })
  expect(readAuthState()).toMatchObject({ user: { id: 2 }, tokens: { access: 'of the next' } })
})

test('another server may say in `message` that the token is not valid', async () => {
  signIn(1, 'old')
  const sentWith: unknown[] = []
  await fetchInSession(
    url,
    async (access) => {
      sentWith.push(access)
      if (access !== 'old') return Response.json({})
      signIn(1, 'new')
      const body = { detail: 'Authentication failed', message: 'Invalid token' }
      return Response.json(body, { status: 401 })
    },
    readAuthState(),
  )
  expect(sentWith).toEqual(['old', 'new'])
})

test('a call is sent as the user who made it, though another signs in before its body is read', async () => {
  signIn(1, 'of the first')
  const sentWith: unknown[] = []
  vi.stubGlobal('fetch', async (_: URL, { headers }: { headers: Headers }) => {
    sentWith.push(headers.get('authorization'))
    return refuse()
  })
  const call = api.cohorts.update({ id: 5, limit: 20 })
  signIn(2, 'of the next')
  await expect(call).rejects.toMatchObject({ status: 401 })
  expect(sentWith).toEqual(['Bearer of the first'])
})

test('a public page that is opened from the dashboard reads what visitors see', async () => {
  signIn(1, 'of an editor')
  const sentWith: unknown[] = []
  vi.stubGlobal('fetch', async (_: URL, { headers }: { headers: Headers }) => {
    sentWith.push(headers.get('authorization'))
    return Response.json({ results: [] })
  })
  // As long as it loads, the address is still that of the dashboard.
  const load = browserLoader((api) => api.team.list({ page_size: 100 }))
  const request = new Request('http://site/who-we-are')
  await load({ context: new RouterContextProvider(), params: {}, request })
  await api.team.list({ page_size: 100 })
  expect(sentWith).toEqual([null, 'Bearer of an editor'])
})
