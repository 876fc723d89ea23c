import { rename } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import {
  applicantParts,
  countFiles,
  formOf,
  part,
  pdf,
  resumePart,
  sendBody,
} from '#testing/sending-files.ts'

const app = await startTestApp()
const target = await createCohortAndStack(app, { limit: 1_000 })
afterAll(() => app[Symbol.asyncDispose]())

const form = (...parts: Buffer[]) => formOf(...applicantParts(target), ...parts)
const send = (...args: [body: RequestInit['body'], type?: string]) => sendBody(app, ...args)

const nobodyReads = { detail: 'The form data could not be read. Please send it again.' }
const tooMany = { detail: 'The form has too many fields.' }
const unreadable = {
  detail: 'message has characters that cannot be read. Please type them again.',
}
const resumeMissing = { resume: ['Resume is required'] }
const other = (field: string) => ({ detail: `No file is expected as ${field}.` })

test.each<[name: string, body: () => Buffer<ArrayBuffer>, status: number, response: unknown]>([
  ['two resumes', () => form(resumePart('a.pdf'), resumePart('b.pdf')), 400, other('resume')],
  [
    'a resume that is a plain field',
    () => form(part('resume', pdf.toString('latin1'))),
    400,
    resumeMissing,
  ],
  [
    'a text that is not UTF-8',
    () => form(part('message', Buffer.from('No\xeblla', 'latin1')), resumePart('a.pdf')),
    400,
    unreadable,
  ],
  [
    'a text that is not UTF-8, though it says so',
    () =>
      form(
        part(
          'message',
          Buffer.from('No\xeblla', 'latin1'),
          '\r\nContent-Type: text/plain; charset=utf-8',
        ),
      ),
    400,
    unreadable,
  ],
  [
    'a resume that is a field and a file',
    () => form(part('resume', 'a'), resumePart('a.pdf')),
    400,
    other('resume'),
  ],
  [
    'a file under another field',
    () => form(part('photo', pdf, '; filename="a.pdf"')),
    400,
    other('photo'),
  ],
  [
    'a file under __proto__',
    () => form(part('__proto__', pdf, '; filename="a.pdf"')),
    400,
    other('__proto__'),
  ],
  [
    'a file under constructor',
    () => form(part('constructor', pdf, '; filename="a.pdf"')),
    400,
    other('constructor'),
  ],
  [
    'a list of files',
    () => form(part('resume[]', pdf, '; filename="a.pdf"')),
    400,
    other('resume[]'),
  ],
  [
    'another file in a body that breaks off',
    () => Buffer.concat([...applicantParts(target), part('photo', pdf, '; filename="a.pdf"')]),
    400,
    other('photo'),
  ],
  ['a file with NUL in its name', () => form(resumePart('resume.exe\0.pdf')), 400, nobodyReads],
  [
    'a file whose name is broken over lines',
    () => form(resumePart('a\r\nSet-Cookie: a=b\r\n.pdf')),
    400,
    nobodyReads,
  ],
  [
    'thousands of fields',
    () => form(...Array.from({ length: 5_000 }, (_, at) => part(`a${at}`, 'a'))),
    413,
    tooMany,
  ],
  [
    'a field of a megabyte',
    () => form(part('description', 'a'.repeat(1_000_000))),
    413,
    { detail: 'description is too long.' },
  ],
  [
    'a body that breaks off in the file',
    () => Buffer.concat([...applicantParts(target), resumePart('a.pdf').subarray(0, -300)]),
    400,
    nobodyReads,
  ],
  [
    'a body without its end',
    () => Buffer.concat([...applicantParts(target), resumePart('a.pdf')]),
    400,
    nobodyReads,
  ],
  [
    'a file that contains the boundary',
    () => form(part('resume', '%PDF-1.4\r\n--x\r\n%%EOF', '; filename="a.pdf"')),
    400,
    nobodyReads,
  ],
  [
    'a form within a form',
    () => form(part('resume', pdf, '\r\nContent-Type: multipart/mixed; boundary=y')),
    400,
    resumeMissing,
  ],
  [
    'names nested a thousand deep',
    () => form(part(`a${'[a]'.repeat(1_000)}`, 'a')),
    400,
    { a: ['This has characters that cannot be stored'] },
  ],
  [
    'parts without a name',
    () => Buffer.concat([Buffer.from('--x\r\n\r\na\r\n'), form()]),
    400,
    nobodyReads,
  ],
  ['nothing', () => Buffer.alloc(0), 400, undefined],
  ['what is no form', () => Buffer.from('{"first_name": "Aline"}'), 400, nobodyReads],
])('%s is refused and leaves no file', async (_name, body, status, response) => {
  const before = await countFiles(app)
  const refused = await send(body())
  expect([refused.status, response === undefined ? undefined : refused.body]).toEqual([
    status,
    response,
  ])
  expect(JSON.stringify(refused.body)).not.toMatch(/node_modules|\.ts:\d/)
  expect(await countFiles(app)).toEqual(before)
})

test.each([
  ['multipart/form-data', 400],
  ['multipart/form-data; boundary=', 400],
  ['multipart/form-data; boundary=other', 400],
  [`multipart/form-data; boundary=${'x'.repeat(5_000)}`, 400],
  ['multipart/mixed; boundary=x', 415],
  ['application/json', 415],
  ['application/x-www-form-urlencoded', 415],
  ['', 415],
])('the content type %j is refused', async (type, status) => {
  expect((await send(form(resumePart('a.pdf')), type)).status).toBe(status)
})

test('an endless body is refused at the limit', async () => {
  let sentBytes = 0
  const endless = new ReadableStream({
    pull(controller) {
      sentBytes += 1_000_000
      controller.enqueue(Buffer.alloc(1_000_000, 'a'))
    },
  })
  expect((await send(endless)).status).toBe(413)
  expect(sentBytes).toBeLessThan(20_000_000)
})

test('a failing disk fails only that request, and the next one succeeds', async () => {
  const { spoolDir } = app.services.storage
  await rename(spoolDir, `${spoolDir}-away`)
  const failed = await send(form(resumePart('a.pdf')))
  await rename(`${spoolDir}-away`, spoolDir)
  expect([failed.status, Object.keys(failed.body)]).toEqual([500, ['detail', 'request_id']])
  expect((await send(form(resumePart('a.pdf')))).status).toBe(201)
})
