import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { ApiClient } from '../api/client.ts'
import { apiContext, serverLoader } from './loaders.ts'

const failingWith = (error: Error) => {
  const context = new RouterContextProvider()
  context.set(apiContext, {} as ApiClient)
  const load = serverLoader(() => Promise.reject(error))
  return load({ context, params: {}, request: new Request('http://site/page') })
}
const callError = (status: number, message: string) =>
  Object.assign(new Error(message), { code: 'SOME', status, data: undefined })

test('a loader throws a refusal of the API as a response with the same status', async () => {
  const refused = failingWith(callError(429, 'Too many requests. Please try again in 10 minutes.'))
  await expect(refused).rejects.toMatchObject({
    data: { detail: 'Too many requests. Please try again in 10 minutes.' },
    init: { status: 429 },
  })
})

test('a loader rethrows any other error', async () => {
  const failures = [callError(500, 'No'), new Error('The database is gone')]
  for (const failure of failures) await expect(failingWith(failure)).rejects.toBe(failure)
})
