import { readdir } from 'node:fs/promises'
import { type ClientRequest, request as connect, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { formOf, part, resumePart } from '#testing/sending-files.ts'
import { uploadsAtOnceMax } from './upload-slots.ts'
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

const whole = formOf(part('first_name', 'Aline'), resumePart('resume.pdf'))
const half = whole.subarray(0, whole.length / 2)

/** Starts to submit an application from that IP, and sends only these bytes. */
function begin(clientIp: string, sent: Buffer) {
  const { port } = server.address() as AddressInfo
  const upload = connect({
    ...{ port, host: '127.0.0.1', method: 'POST', path: '/api/website/application/' },
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
      ...{ method: 'POST', headers, body, duplex: 'half' },
    } as RequestInit)
    return readMultipart(request, { resume: 10_000 }, spoolDir, 'refused', 300)
  }
  await expect(read([half], 0, false)).rejects.toMatchObject({ status: 408 })
  expect(await spooled()).toBe(0)
  const size = Math.ceil(whole.length / 8)
  const chunks = Array.from({ length: 8 }, (_, index) =>
    Buffer.from(whole.subarray(index * size, (index + 1) * size)),
  )
  const { form, dispose } = await read(chunks, 60, true)
  expect((form.get('resume') as File).name).toBe('resume.pdf')
  await dispose()
})
