import { expect, onTestFinished, test } from 'vitest'
import { uploadProcedures } from '#api/upload-procedures.ts'
import type { RequestContext } from '#platform/http/context.ts'
import { limitClient } from '#platform/http/limits.ts'
import { startTestApp } from '#testing/app.ts'
import { receiveFormData } from './receive-form-data.ts'

const read = async (body: BodyInit, type?: string, msMax?: number) => {
  const init = { method: 'POST', body, duplex: 'half' }
  const request = new Request('http://site/page', init)
  if (type) request.headers.set('content-type', type)
  const context = {
    clientIp: '192.0.2.1',
    config: { workers: 1 },
    responseHeaders: new Headers(),
  } as RequestContext
  const { form } = await receiveFormData(request, context, undefined, msMax)
  return Object.fromEntries(form)
}
const urlEncoded = 'application/x-www-form-urlencoded'

test('reads a posted form with characters of any script', async () => {
  expect(await read('name=Aline+Uwase&message=%C3%A7a+va%20%F0%9F%8C%8D', urlEncoded)).toEqual({
    name: 'Aline Uwase',
    message: 'ça va 🌍',
  })
})

test.each([
  ['name=No%EBlla', urlEncoded],
  [Buffer.from('name=No\xeblla', 'latin1'), urlEncoded],
  [
    Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n\xeb\r\n--x--',
      'latin1',
    ),
    'multipart/form-data; boundary=x',
  ],
])('refuses a form whose bytes are not UTF-8 with 400 (%#)', async (body, type) => {
  await expect(read(body, type)).rejects.toMatchObject({
    status: 400,
    message: 'The body is no valid UTF-8.',
  })
})

test('refuses a body over the limit with 413', async () => {
  const tooMuch = `message=${'a'.repeat(270_000)}`
  await expect(read(tooMuch, urlEncoded)).rejects.toMatchObject({ status: 413 })
})

test('refuses a body that arrives byte by byte with 408', async () => {
  const drip = new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      controller.enqueue(new TextEncoder().encode('a'))
    },
  })
  await expect(read(drip, urlEncoded, 100)).rejects.toMatchObject({ status: 408 })
})

test('reads multipart form data of a mail program', async () => {
  const sent = new FormData()
  sent.set('List-Unsubscribe', 'One-Click')
  expect(await read(sent)).toEqual({ 'List-Unsubscribe': 'One-Click' })
  const broken = read('--x', 'multipart/form-data; boundary=x')
  await expect(broken).rejects.toMatchObject({ status: 400 })
})

test.each([
  ['URL-encoded', 'a=b&'.repeat(60_000), urlEncoded],
  [
    'multipart',
    `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(4_500)}--x--\r\n`,
    'multipart/form-data; boundary=x',
  ],
])('refuses very many %s fields without reading them', async (_, body, type) => {
  const refusal = { status: 400, message: 'This form has too many fields.' }
  await expect(read(body, type)).rejects.toMatchObject(refusal)
})

test('a multipart text may have any number of ampersands', async () => {
  const sent = new FormData()
  sent.set('message', 'R & D '.repeat(500))
  expect(await read(sent)).toEqual({ message: 'R & D '.repeat(500) })
})

test('refuses any other content type with 415', async () => {
  await expect(read('{}', 'application/json')).rejects.toMatchObject({ status: 415 })
})

test('receives no file of a client whose registrations are used up', async () => {
  const app = await startTestApp()
  onTestFinished(() => app[Symbol.asyncDispose]())
  const context = {
    ...app.services,
    clientIp: '192.0.2.1',
    responseHeaders: new Headers(),
  } as unknown as RequestContext
  const { limit, name } = uploadProcedures.get('POST /website/talents') ?? {}
  if (!limit || !name) throw new Error('Registrations have no limit')
  for (let call = 0; call < limit.calls; call += 1) await limitClient(context, name, limit)

  let isRead = false
  // Without a queue, the stream is pulled only by a reader.
  const queue = new CountQueuingStrategy({ highWaterMark: 0 })
  const pull = () => {
    isRead = true
  }
  const body = new ReadableStream({ pull }, queue)
  const init = { method: 'POST', body, duplex: 'half' }
  const request = new Request('http://site/register', init)
  const refused = receiveFormData(request, context, 'POST /website/talents')
  await expect(refused).rejects.toMatchObject({ status: 429 })
  expect(isRead).toBe(false)
})
