import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { confirmNotes } from '#features/newsletter/confirm-notes.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { startTestPages } from '#testing/pages.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app[Symbol.asyncDispose]())

/** Subscribes without JavaScript. @returns the page that tells of it */
async function subscribeByPage(changes: Partial<TestApp['services']['config']>) {
  const { services } = app
  const pages = await startTestPages({ ...services, config: { ...services.config, ...changes } })
  const body = new URLSearchParams({ email: 'aline@example.rw' })
  const { status, headers } = await pages.request('/newsletter', { method: 'POST', body })
  expect(status).toBe(303)
  const text = await (await pages.request(headers.get('location') ?? '')).text()
  expect(text).toContain('You have successfuly subscribe to our news letter')
  return text
}

test('whoever subscribes is sent to an email once there is a mail server, and told to wait before', async () => {
  const sent = await subscribeByPage({ smtpUrl: 'smtp://127.0.0.1:1' })
  expect(sent).toContain(confirmNotes.asked)
  const held = await subscribeByPage({})
  expect([held.includes(confirmNotes.held), held.includes(confirmNotes.asked)]).toEqual([
    true,
    false,
  ])
})

test.each(['{"detail":"You have successfuly subscribe to our news letter"}', ''])(
  'nobody is promised an email by another server that answers %j',
  async (answer) => {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.writeHead(answer ? 201 : 204).end(answer)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const text = await subscribeByPage({ apiRoot: `http://127.0.0.1:${port}` })
    for (const note of Object.values(confirmNotes)) expect(text).not.toContain(note)
  },
)
