import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { parseApiError } from '#client/api/errors.ts'
import { createEvent } from '#seed/factories/events.ts'
import { startTestApp } from '#testing/app.ts'
import { createRemoteClient } from './remote-api-client.ts'

/** A remote API server, a client for it, and the URLs that it was requestedUrls for. */
async function startRemote() {
  const app = await startTestApp()
  onTestFinished(() => app[Symbol.asyncDispose]())
  const requestedUrls: string[] = []
  const server = createServer((request, response) => {
    requestedUrls.push(`${request.method} ${request.url}`)
    void app.listener(request, response)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const failures: unknown[] = []
  const api = createRemoteClient(`http://127.0.0.1:${port}/api`, (error) => failures.push(error))
  return { app, requestedUrls, api, failures }
}

test('pages can be rendered from a remote API, whose URLs end in a slash', async () => {
  const { app, requestedUrls, api } = await startRemote()
  const id = await createEvent(app.services, { title: 'Open day' })
  expect(await api.events.get({ id })).toMatchObject({ title: 'Open day' })
  expect((await api.events.list({ page: 1, page_size: 5 })).total_items).toBe(1)
  expect(requestedUrls).toEqual([
    `GET /api/website/events/${id}/`,
    'GET /api/website/events/?page=1&page_size=5',
  ])
})

test('an error of a remote API is told, and keeps its status, its message and its fields', async () => {
  const { api, failures } = await startRemote()
  await api.events.list({})
  expect(failures).toEqual([])
  const missing = await api.news.bySlug({ slug: 'none' }).catch(parseApiError)
  expect(missing).toMatchObject({
    status: 404,
    detail: 'This article was not found. It may have been deleted.',
    fields: {},
  })
  const refused = await api.newsletter.subscribe({ email: 'nobody' }).catch(parseApiError)
  expect(refused).toMatchObject({
    status: 400,
    fields: { email: ['Please enter a valid email address'] },
  })
  expect(failures).toHaveLength(2)
})
