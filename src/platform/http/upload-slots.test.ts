import { readdir } from 'node:fs/promises'
import { type ClientRequest, request as connect, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { formOf, part, pdfOf, resumePart, sendBody } from '#testing/sending-files.ts'
import { acquireUploadSlot, uploadsAtOnceMax, uploadsTotalMax } from './upload-slots.ts'
import { readMultipart } from './uploads.ts'

let app: TestApp
let server: Server
beforeAll(async () => {
  app = await startTestApp()
  server = createServer((request, response) => void app.listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await app[Symbol.asyncDispose]()
})

// Half of it is too large to be held in memory.
const whole = formOf(part('first_name', 'Aline'), resumePart('resume.pdf', pdfOf(600_000)))
const half = whole.subarray(0, whole.length / 2)

/** Starts to submit an application from that IP, and sends only these bytes. */
function begin(clientIp: string, sent: Buffer) {
  const { port } = server.address() as AddressInfo
  const upload = connect({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/website/application/',
    headers: {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': whole.length,
      'x-forwarded-for': clientIp,
    },
  })
  const result = new Promise<{ status: number; retryAfter: string | undefined }>((resolve) => {
    upload.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
      response.resume()
    })
    upload.on('error', () => resolve({ status: 0, retryAfter: undefined }))
  })
  upload.write(sent)
  return { upload, result }
}

const spooled = async () => (await readdir(app.services.storage.spoolDir)).length
const statusOf = async (clientIp: string) => (await begin(clientIp, whole).result).status

test('a client IP has a limited number of concurrent uploads, until one ends or breaks off; other IPs have their own', async () => {
  const stalled: { upload: ClientRequest; result: Promise<{ status: number }> }[] = []
  for (let count = 1; count <= uploadsAtOnceMax; count += 1) {
    stalled.push(begin('192.0.2.1', half))
    await expect.poll(spooled).toBe(count)
  }
  const oneMore = begin('192.0.2.1', whole)
  expect(await oneMore.result).toEqual({ status: 429, retryAfter: '20' })
  expect(await spooled()).toBe(uploadsAtOnceMax)
  // 400 for the missing fields proves that the form was read.
  expect(await statusOf('192.0.2.2')).toBe(400)

  stalled[0]?.upload.destroy()
  await expect.poll(spooled).toBe(uploadsAtOnceMax - 1)
  await expect.poll(() => statusOf('192.0.2.1')).toBe(400)
  stalled[1]?.upload.end(whole.subarray(half.length))
  expect((await stalled[1]?.result)?.status).toBe(400)
  const next = [begin('192.0.2.1', half), begin('192.0.2.1', half)]
  await expect.poll(spooled).toBe(uploadsAtOnceMax)
  expect(await statusOf('192.0.2.1')).toBe(429)
  for (const { upload } of [...stalled, ...next]) upload.destroy()
  await expect.poll(spooled).toBe(0)
})

test('all clients together have a limited number of concurrent uploads', async () => {
  const { services, [Symbol.asyncDispose]: stop } = await startTestApp()
  onTestFinished(() => stop())
  const acquire = (client: number) => {
    const responseHeaders = new Headers()
    const clientIp = `192.0.2.${client}`
    return acquireUploadSlot({ ...services, clientIp, responseHeaders }, 1)
  }
  const slots = Array.from({ length: uploadsTotalMax }, (_, at) => acquire(at % 250))
  const releases = await Promise.all(slots)
  await expect(acquire(1)).rejects.toMatchObject({ status: 503 })
  releases[0]?.()
  ;(await acquire(1))()
})

test('without room on the disk an upload is refused before it is spooled, and the response says why', async () => {
  const full = await startTestApp({ DISK_FREE_MB_MIN: '1000000000' })
  onTestFinished(() => full[Symbol.asyncDispose]())
  const { status, body, headers } = await sendBody(full, whole)
  expect([status, body]).toEqual([507, { detail: expect.stringContaining('no room for this') }])
  expect(headers.get('retry-after')).toBe('600')
  expect((await full.json('/api/website/cohorts/')).status).toBe(200)
})

test.each([
  ['talents', 'talents.register', 150],
  ['application', 'applications.submit', 300],
])(
  'an upload to %s over the rate limit is refused before it is received',
  async (path, name, calls) => {
    const limited = await startTestApp()
    onTestFinished(() => limited[Symbol.asyncDispose]())
    const init = { method: 'POST', duplex: 'half', clientIp: '192.0.2.9' }
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const post = (body: RequestInit['body']) =>
      limited.json(`/api/website/${path}/`, { ...init, headers, body: body ?? null })
    expect((await post(formOf())).status).toBe(400)
    const { database, now } = limited.services
    const resetsAt = new Date(now().getTime() + 60_000).toISOString()
    await database
      .insertInto('limits')
      .values({ key: `call:${name}:192.0.2.9`, count: calls, resets_at: resetsAt })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ count: calls }))
      .execute()
    let isRead = false
    const unread = new ReadableStream(
      {
        pull(pieces) {
          isRead = true
          pieces.enqueue(whole)
          pieces.close()
        },
      },
      { highWaterMark: 0 },
    )
    expect((await post(unread)).status).toBe(429)
    expect(isRead).toBe(false)
  },
)

test('a stalled upload is given up, and a slow one is not', async () => {
  const { spoolDir } = app.services.storage
  const read = (chunks: Buffer[], pauseMs: number, endsAfter: boolean) => {
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const chunk = chunks.shift()
        if (chunk) {
          await wait(pauseMs)
          controller.enqueue(chunk)
        } else if (endsAfter) controller.close()
        else await wait(60_000, undefined, { ref: false })
      },
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit)
    return readMultipart(request, { resume: 1_000_000 }, spoolDir, { stallMs: 2_000 })
  }
  await expect(read([half], 0, false)).rejects.toMatchObject({ status: 408 })
  expect(await spooled()).toBe(0)
  const size = Math.ceil(whole.length / 8)
  const chunks = Array.from({ length: 8 }, (_, index) =>
    Buffer.from(whole.subarray(index * size, (index + 1) * size)),
  )
  const { form, dispose } = await read(chunks, 300, true)
  expect((form.get('resume') as File).name).toBe('resume.pdf')
  await dispose()
})
