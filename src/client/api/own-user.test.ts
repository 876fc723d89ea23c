import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#features/accounts/contract.ts'
import { readAuthState } from './auth-state.ts'
import { storeOwnUser } from './own-user.ts'

const user = { id: 1, name: 'Aline', email: 'aline@huza.example' } as User
const tokensOf = (access: string) => ({ access, refresh: access })

let stored: string
let writes: number
/** Stores a state in another tab. */
const store = (access: string, of: User) => {
  stored = JSON.stringify({ isAuthenticated: true, tokens: tokensOf(access), user: of })
}

beforeEach(() => {
  writes = 0
  store('first', user)
  vi.stubGlobal('window', {
    localStorage: {
      getItem: () => stored,
      setItem: (_: string, text: string) => {
        stored = text
        writes += 1
      },
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a user who is stored already is not stored again, with tokens that may be old by then', () => {
  storeOwnUser({ ...user })
  expect(writes).toBe(0)
})

test('what is new of the user is stored beside the tokens that another tab has renewed', () => {
  expect(readAuthState().tokens).toEqual(tokensOf('first'))
  store('renewed', user)
  storeOwnUser({ ...user, name: 'Aline Uwase' })
  expect(readAuthState()).toMatchObject({
    tokens: tokensOf('renewed'),
    user: { id: 1, name: 'Aline Uwase' },
  })
})

test('what is new of a user is not stored for whoever has signed in since', () => {
  store('of another', { ...user, id: 2, name: 'Eric' })
  storeOwnUser({ ...user, name: 'Aline Uwase' })
  expect([readAuthState().user?.name, writes]).toEqual(['Eric', 0])
})
