import { expect } from 'vitest'
import type { BatchEvent } from '#shared/procedure.ts'
import type { TestApp } from './app.ts'

/** Sends a request whose response is a stream of server-sent events. @returns the events, or the body of an error */
export async function readEvents(app: TestApp, ...request: Parameters<TestApp['request']>) {
  const response = await app.request(...request)
  const text = await response.text()
  if (!response.ok) return { status: response.status, body: JSON.parse(text), events: [] }
  const events = [...text.matchAll(/^event: message\n(?:.*\n)*?data: (.*)$/gm)]
  return { status: response.status, events: events.map(([, data = '']) => JSON.parse(data)) }
}

/** Undoes a batch. @returns its progress */
export async function undoBatch(app: TestApp, token: string, batch: number): Promise<BatchEvent[]> {
  const path = `/api/admin/batches/${batch}/undo/`
  const { status, events } = await readEvents(app, path, { method: 'POST', token, json: {} })
  expect(status).toBe(200)
  return events
}

/** Undoes a decision on several comments. @returns as `readEvents` */
export const postUndoOfDecision = (app: TestApp, token: string, id: number) =>
  readEvents(app, `/api/admin/comments/decisions/${id}/undo/`, { method: 'POST', token, json: {} })
