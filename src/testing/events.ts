import type { TestApp } from './app.ts'

/** Sends a request whose response is a stream of server-sent events. @returns the events, or the body of an error */
export async function readEvents(app: TestApp, ...request: Parameters<TestApp['request']>) {
  const response = await app.request(...request)
  const text = await response.text()
  if (!response.ok) return { status: response.status, body: JSON.parse(text), events: [] }
  const events = [...text.matchAll(/^event: message\n(?:.*\n)*?data: (.*)$/gm)]
  return { status: response.status, events: events.map(([, data = '']) => JSON.parse(data)) }
}

/** Undoes a batch. @returns what it ended with */
export async function undoBatch(app: TestApp, token: string, batch: number) {
  const path = `/api/admin/batches/${batch}/undo/`
  return (await readEvents(app, path, { method: 'POST', token, json: {} })).events.at(-1)
}
