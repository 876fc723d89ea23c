import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { spooledFile } from './spool.ts'
import { readMultipart } from './uploads.ts'

let spool: string
beforeEach(async () => {
  spool = await mkdtemp(join(tmpdir(), 'huza-spool-'))
})
afterEach(() => rm(spool, { recursive: true, force: true }))

const limits = { resume: 1_000 }

function requestWith(resume: File) {
  const form = new FormData()
  form.append('name', 'Aline')
  form.append('resume', resume)
  form.append('consent', 'yes')
  return new Request('http://site/register', { method: 'POST', body: form })
}

test('a file over its limit can be cut one byte past it, and the fields after it are read', async () => {
  const bytes = new Uint8Array(300_000).map((_, at) => at % 251)
  const request = requestWith(new File([bytes], 'large.pdf'))
  const { form, dispose } = await readMultipart(request, limits, spool, { largeFiles: 'cut' })
  const resume = form.get('resume') as File
  expect([resume.name, resume.size]).toEqual(['large.pdf', 1_001])
  expect(await readFile(await spooledFile(resume).onDisk())).toEqual(
    Buffer.from(bytes.subarray(0, 1_001)),
  )
  expect(form.get('consent')).toBe('yes')
  await dispose()
  expect(await readdir(spool)).toEqual([])
})

test('the discarded rest of a cut file has a limit as well', async () => {
  let sent = 0
  const head =
    '--x\r\nContent-Disposition: form-data; name="resume"; filename="endless.pdf"\r\n\r\n'
  const endless = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
    pull(controller) {
      sent += 1
      controller.enqueue(new Uint8Array(1024 * 1024))
    },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const init = { method: 'POST', body: endless, headers, duplex: 'half' }
  const reading = readMultipart(new Request('http://site/', init), limits, spool, {
    largeFiles: 'cut',
  })
  await expect(reading).rejects.toMatchObject({ status: 413 })
  expect(sent).toBeLessThan(120)
  expect(await readdir(spool)).toEqual([])
})

test('a line break of a form is one character, as the browser has counted it', async () => {
  const form = new FormData()
  form.append('about', 'One\nand two\n')
  const request = new Request('http://site/register', { method: 'POST', body: form })
  const { form: read, dispose } = await readMultipart(request, limits, spool)
  expect(read.get('about')).toBe('One\nand two\n')
  await dispose()
})

const textPart = (value: Buffer, type = '') =>
  Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="né"${type}\r\n\r\n`),
    value,
    Buffer.from('\r\n--x--\r\n'),
  ])
const readText = async (body: Buffer<ArrayBuffer>) => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const request = new Request('http://site/register', { method: 'POST', body, headers })
  const { form, dispose } = await readMultipart(request, limits, spool)
  await dispose()
  return form.get('né')
}

test('a text is read as it was sent, also with the character for what somebody could not read', async () => {
  const text = '\ufeffNoëlla \ufffd ✓ 😀'
  expect(await readText(textPart(Buffer.from(text)))).toBe(text)
  expect(await readText(textPart(Buffer.alloc(0)))).toBe('')
  const form = new FormData()
  form.append('né', 'a lone \ud800')
  const request = new Request('http://site/register', { method: 'POST', body: form })
  const { form: read, dispose } = await readMultipart(request, limits, spool)
  expect(read.get('né')).toBe('a lone \ufffd')
  await dispose()
})

test('a text is read in the charset that its part names', async () => {
  const named = (charset: string) => `\r\nContent-Type: text/plain; charset=${charset}`
  const utf8 = textPart(Buffer.from('Noëlla Ã©'), named('UTF-8'))
  expect(await readText(utf8)).toBe('Noëlla Ã©')
  const latin1 = textPart(Buffer.from('Noëlla', 'latin1'), named('iso-8859-1'))
  expect(await readText(latin1)).toBe('Noëlla')
})

test('a text that is not UTF-8 is refused, and so is one that breaks off within a character', async () => {
  for (const bytes of [Buffer.from('Noëlla', 'latin1'), Buffer.from('✓').subarray(0, 2)]) {
    await expect(readText(textPart(bytes))).rejects.toMatchObject({
      status: 400,
      message: 'né has characters that cannot be read. Please type them again.',
    })
  }
})

test('an empty file part, which browsers send when no file was chosen, is ignored', async () => {
  const body = [
    '--x\r\nContent-Disposition: form-data; name="resume"; filename=""',
    'Content-Type: application/octet-stream\r\n\r\n\r\n--x--\r\n',
  ].join('\r\n')
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const request = new Request('http://site/register', { method: 'POST', body, headers })
  const { form, dispose } = await readMultipart(request, limits, spool)
  expect(form.has('resume')).toBe(false)
  await dispose()
  expect(await readdir(spool)).toEqual([])
})

test('a file that is not small lies on the disk as it came, and is gone with its request', async () => {
  const bytes = Buffer.from(new Uint8Array(700_000).map((_, at) => at % 251))
  const request = requestWith(new File([bytes], 'large.pdf'))
  const { form, dispose } = await readMultipart(request, { resume: 1_000_000 }, spool)
  const { content, sha256 } = spooledFile(form.get('resume') as File)
  expect(content).toEqual({ path: expect.stringContaining(spool) })
  expect('path' in content && (await readFile(content.path)).equals(bytes)).toBe(true)
  expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  await dispose()
  expect(await readdir(spool)).toEqual([])
})

test('a small file is held in memory, and written to the disk for who needs it there', async () => {
  const request = requestWith(new File(['%PDF'], 'small.pdf'))
  const { form, dispose } = await readMultipart(request, limits, spool)
  const { content, onDisk } = spooledFile(form.get('resume') as File)
  expect(content).toEqual({ bytes: Buffer.from('%PDF') })
  expect(await readdir(spool)).toEqual([])
  expect(await readFile(await onDisk(), 'utf8')).toBe('%PDF')
  await dispose()
  expect(await readdir(spool)).toEqual([])
})

test('processes of one machine share the room that files have in memory', async () => {
  const request = requestWith(new File([new Uint8Array(100_000)], 'a.pdf'))
  const context = { config: { workers: 512 } }
  const { form, dispose } = await readMultipart(request, { resume: 200_000 }, spool, { context })
  const { content } = spooledFile(form.get('resume') as File)
  expect(content).toEqual({ path: expect.stringContaining(spool) })
  await dispose()
})

test('a form that breaks off when its file has been created leaves none', async () => {
  const head = '--x\r\nContent-Disposition: form-data; name="resume"; filename="a.pdf"\r\n\r\n%PDF'
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const body = head.padEnd(500_000, ' ')
  const request = new Request('http://site/register', { method: 'POST', body, headers })
  const reading = readMultipart(request, { resume: 1_000_000 }, spool)
  await expect(reading).rejects.toMatchObject({ status: 400 })
  expect(await readdir(spool)).toEqual([])
})

/** A form with a file that arrives in chunks of so many bytes. */
function inChunks(file: Buffer, bytes: number, end = '\r\n--x--\r\n') {
  const head = '--x\r\nContent-Disposition: form-data; name="resume"; filename="a.pdf"\r\n\r\n'
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(head))
      for (let at = 0; at < file.length; at += bytes)
        controller.enqueue(file.subarray(at, at + bytes))
      controller.enqueue(Buffer.from(end))
      controller.close()
    },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  return new Request('http://site/register', {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  } as RequestInit)
}

test('a file that comes byte by byte, which would take much memory, lies on the disk', async () => {
  const { form, dispose } = await readMultipart(
    inChunks(Buffer.alloc(1_000, 'x'), 1),
    limits,
    spool,
  )
  const { content } = spooledFile(form.get('resume') as File)
  expect(content).toHaveProperty('path')
  await dispose()
  expect(await readdir(spool)).toEqual([])
})

test('texts beside a file take no more memory than those of a form without one', async () => {
  const form = new FormData()
  for (let at = 0; at < 50; at += 1) form.append(`field-${at}`, 'x'.repeat(60_000))
  const request = new Request('http://site/register', { method: 'POST', body: form })
  const reading = readMultipart(request, { resume: 10_000_000 }, spool)
  await expect(reading).rejects.toMatchObject({ status: 413 })
})

test('a body in crumbs is refused before it has cost much, and its connection ends', async () => {
  const headers = new Headers()
  const max = { resume: 1_000_000 }
  const reading = readMultipart(inChunks(Buffer.alloc(100_000, 'x'), 1), max, spool, {
    context: { responseHeaders: headers },
  })
  await expect(reading).rejects.toMatchObject({ status: 400 })
  expect(headers.get('connection')).toBe('close')
  // As small as packets get.
  const { dispose } = await readMultipart(inChunks(Buffer.alloc(900_000, 'x'), 200), max, spool)
  await dispose()
  expect(await readdir(spool)).toEqual([])
})

test('small files are held in memory until there is no room, and what is over makes room', async () => {
  const max = { resume: 1_000_000 }
  const read = (bytes: number, end?: string) =>
    readMultipart(inChunks(Buffer.alloc(bytes, 'x'), 50_000, end), max, spool)
  const isHeld = ({ form }: { form: FormData }) =>
    'bytes' in spooledFile(form.get('resume') as File).content
  const forms = []
  do forms.push(await read(250_000))
  while (forms.every(isHeld))
  expect(forms.length).toBeGreaterThan(100)
  for (const { dispose } of forms) {
    await dispose()
    await dispose()
  }
  for (let form = 0; form < 150; form += 1) {
    await expect(read(250_000, '')).rejects.toMatchObject({ status: 400 })
  }
  // Large ones hold nothing any more, even while they are there.
  const large = []
  for (let form = 0; form < 150; form += 1) large.push(await read(300_000))
  const last = await read(250_000)
  expect(isHeld(last)).toBe(true)
  for (const { dispose } of [...large, last]) await dispose()
  expect(await readdir(spool)).toEqual([])
})
