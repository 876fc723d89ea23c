import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createUser, openTestViewer } from '#seed/factories/accounts.ts'
import type { ExportFormat } from '#shared/export-formats.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import type { RequestContext } from '../http/context.ts'
import { exportTable } from './table-export.ts'

let app: TestApp
let context: RequestContext
beforeEach(async () => {
  app = await startTestApp()
  const user = await createUser(app.services, { role: 'RECRUITER' })
  const viewer = await openTestViewer(app.services, user)
  context = { ...app.services, clientIp: '10.0.0.1', viewer } as RequestContext
})
afterEach(() => app[Symbol.asyncDispose]())

type Row = { id: number; text: string }

/** An export of three batches. @param after is done when the first has been read */
function begin(format: ExportFormat, after: () => Promise<unknown>) {
  const found: number[] = []
  const { body } = exportTable<Row, number>(context, {
    name: 'rows',
    format,
    columns: [{ heading: 'Text', width: 9, cell: ({ text }) => text }],
    ids: Array.from({ length: 1_500 }, (_, index) => index),
    find: async (ids) => {
      if (found.length === 0) await after()
      found.push(...ids)
      return ids.map((id) => ({ id, text: `${id}${'x'.repeat(1_000)}` }))
    },
  })
  return { body, found }
}

const changeUser = (changes: object) => () =>
  app.services.database.updateTable('users').set(changes).execute()
const signOut = () =>
  app.services.database
    .updateTable('sessions')
    .set({ ended_at: app.services.now().toISOString() })
    .execute()
const disable = changeUser({ disabled_at: '2026-03-02T08:00:00.000Z' })

test.each([
  ['is disabled', 'csv', disable, 'Your session has ended'],
  ['signs out', 'xlsx', signOut, 'Your session has ended'],
  ['gets another role', 'json', changeUser({ role: 'EDITOR' }), 'Your role was changed'],
] as const)('an export whose author %s breaks off', async (_, format, after, reason) => {
  const { body, found } = begin(format, after)
  await expect(new Response(body).text()).rejects.toThrow(`${reason}, so the download was cut off.`)
  expect(found).toHaveLength(250)
})

test('an export whose author may go on is complete', async () => {
  const { body, found } = begin('json', async () => {})
  expect(await new Response(body).json()).toHaveLength(1_500)
  expect(found).toHaveLength(1_500)
})

test('an export that breaks off is a broken download over a real connection', async () => {
  // Written by the library, which tells of each stream that fails.
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => told.mockRestore())
  let hasBegun = () => {}
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve
  })
  const { body } = begin('csv', async () => {
    await begun
    await disable()
  })
  const listener = getRequestListener(() => new Response(body), { overrideGlobalObjects: false })
  const server = createServer((request, response) => void listener(request, response))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  expect(response.status).toBe(200)
  hasBegun()
  await expect(response.text()).rejects.toThrow('terminated')
})
