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

function upload(signal = new AbortController().signal) {
  const init = { method: 'POST', headers: new Headers(), body: new Blob(['x']), signal }
  return fetchWithProgress(new URL('http://site/'), init, () => {}).then(
    ({ status }) => status,
    (error: Error) => error.name,
  )
}

test('an upload that stands still for a minute is lost', async () => {
  const outcome = upload()
  await vi.advanceTimersByTimeAsync(59_000)
  sent.at(-1)?.upload.onprogress?.({ loaded: 1, total: 2 })
  await vi.advanceTimersByTimeAsync(60_000)
  sent.at(-1)?.respond(201)
  expect(await outcome).toBe('TypeError')
})

test('the server may work on what it has for minutes, but not for ever', async () => {
  const outcomes = []
  for (const minutes of [4, 5]) {
    outcomes.push(upload())
    sent.at(-1)?.sendAll()
    await vi.advanceTimersByTimeAsync(minutes * 60_000)
    sent.at(-1)?.respond(201)
  }
  expect(await Promise.all(outcomes)).toEqual([201, 'TypeError'])
})

test('what was cancelled before is not sent', async () => {
  expect(await upload(AbortSignal.abort())).toBe('AbortError')
  expect(sent).toEqual([])
})
