import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchWithProgress } from './fetch-with-progress.ts'

let sent: BrowserRequest[]

/** The browser's XMLHttpRequest, as far as it is used: Node has none. */
class BrowserRequest {
  upload: { onprogress?: (progress: object) => void; onload?: () => void } = {}
  status = 0
  response: Blob | undefined
  onload?: () => void
  onloadend?: () => void
  onabort?: () => void
  open() {}
  setRequestHeader() {}
  getResponseHeader = () => 'application/json'
  send() {
    sent.push(this)
  }
  abort() {
    this.onabort?.()
    this.onloadend?.()
  }
  sendAll() {
    this.upload.onprogress?.({ loaded: 1, total: 1 })
    this.upload.onload?.()
  }
  respond(status: number) {
    this.status = status
    this.response = new Blob(['{}'])
    this.onload?.()
    this.onloadend?.()
  }
}

beforeEach(() => {
  sent = []
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', BrowserRequest)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Options = { signal?: AbortSignal; workMs?: number }

function upload({ signal = new AbortController().signal, workMs }: Options) {
  const headers = new Headers()
  const init = { method: 'POST', headers, body: new Blob(['x']), signal, ...(workMs && { workMs }) }
  return fetchWithProgress(new URL('http://site/'), init, () => {}).then(
    ({ status }) => status,
    (error: Error) => error.name,
  )
}

test('an upload that stands still for a minute is lost', async () => {
  const outcome = upload({})
  await vi.advanceTimersByTimeAsync(59_000)
  sent.at(-1)?.upload.onprogress?.({ loaded: 1, total: 2 })
  await vi.advanceTimersByTimeAsync(60_000)
  sent.at(-1)?.respond(201)
  expect(await outcome).toBe('TypeError')
})

test('the server may work on what it has for as long as it is given', async () => {
  const outcomes = []
  for (const [workMs, minutes] of [
    [undefined, 0.9],
    [undefined, 1],
    [300_000, 4],
    [300_000, 5],
  ]) {
    outcomes.push(upload({ workMs }))
    sent.at(-1)?.sendAll()
    await vi.advanceTimersByTimeAsync((minutes ?? 0) * 60_000)
    sent.at(-1)?.respond(201)
  }
  expect(await Promise.all(outcomes)).toEqual([201, 'TypeError', 201, 'TypeError'])
})

test('what was cancelled before is not sent', async () => {
  expect(await upload({ signal: AbortSignal.abort() })).toBe('AbortError')
  expect(sent).toEqual([])
})
