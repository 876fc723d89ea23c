import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#features/accounts/contract.ts'
import { authState } from './auth-state.ts'
import { ApiError } from './errors.ts'
import { createQueryClient, useWriteStream } from './queries.ts'
import { forUser } from './same-user.ts'

const signIn = (id: number) =>
  authState.signIn({ access: `of ${id}`, refresh: `of ${id}` }, { id } as User)

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
    addEventListener: () => {},
    removeEventListener: () => {},
  })
  signIn(1)
  return () => vi.unstubAllGlobals()
})

/** Begins a call of the user who is signed in. */
function begin() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const told = vi.fn()
  forUser(promise).then(told, ({ message }) => told(message))
  return { resolve, reject, told }
}

let undo: ReturnType<typeof useWriteStream<'batches.undo'>>

function UndoingPage() {
  undo = useWriteStream('batches.undo')
  return null
}

/** All that promises have to do by now. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test.each([
  ['that ends', authState.endSession],
  ['that is signed out of', authState.signOut],
])('a session %s leaves its calls to the same user, and to nobody else', async (_, end) => {
  const call = begin()
  end()
  call.resolve('Saved')
  await settled()
  expect(call.told).not.toHaveBeenCalled()
  signIn(2)
  await settled()
  expect(call.told).not.toHaveBeenCalled()
  end()
  signIn(1)
  await settled()
  expect(call.told.mock.calls).toEqual([['Saved']])
})

test('a call that is refused as the session has ended says so', async () => {
  const call = begin()
  authState.endSession()
  call.reject(new ApiError(401, 'Invalid token'))
  await settled()
  signIn(1)
  await settled()
  expect(call.told.mock.calls).toEqual([['Your session had ended.']])
})

test('a batch ends for the same user, and for nobody else', async () => {
  vi.stubGlobal('location', new URL('http://site.example/dashboard/applications'))
  const { readable, writable } = new TransformStream<string, string>()
  const headers = { 'content-type': 'text/event-stream' }
  const body = readable.pipeThrough(new TextEncoderStream())
  vi.stubGlobal('fetch', async () => new Response(body, { headers }))
  const told: unknown[] = []
  async function run(steps: AsyncIterable<unknown>) {
    for await (const step of steps) told.push(step)
    told.push('ended')
  }
  const client = createQueryClient()
  renderToString(createElement(QueryClientProvider, { client }, createElement(UndoingPage)))
  void run(undo({ id: 7 }, new AbortController().signal))
  const events = writable.getWriter()
  await events.write('event: message\ndata: {"succeeded":1}\n\n')
  await expect.poll(() => told).toEqual([{ succeeded: 1 }])
  authState.endSession()
  signIn(2)
  await events.write('event: done\n\n')
  await events.close()
  await settled()
  expect(told).toEqual([{ succeeded: 1 }])
  signIn(1)
  await expect.poll(() => told).toEqual([{ succeeded: 1 }, 'ended'])
})

test('a call ends at once for the user who is signed in still', async () => {
  const [stored, refused] = [begin(), begin()]
  stored.resolve('Saved')
  refused.reject(new ApiError(401, 'Invalid code'))
  await settled()
  expect([stored, refused].map(({ told }) => told.mock.calls)).toEqual([
    [['Saved']],
    [['Invalid code']],
  ])
})
