import { deflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { resumeMessages as messages, resumeBytesMax } from '#shared/resume.ts'
import { startTestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import {
  compoundFile,
  compressedObject,
  documentType,
  oldWordDocument,
  pdfWith,
  typesOf,
  withRelationship,
  wordDocument,
  wordEntries,
} from '#testing/documents.ts'
import { longestTurnDuring, threadMsOf } from '#testing/event-loop.ts'
import { countFiles, pdf, pdfOf, sendResume } from '#testing/sending-files.ts'
import { zipOf } from '#testing/zip.ts'

const app = await startTestApp()
const target = await createCohortAndStack(app)
afterAll(() => app[Symbol.asyncDispose]())

const docx = wordDocument()
const zeros = Buffer.alloc(resumeBytesMax)
const macros = 'application/vnd.ms-word.document.macroEnabled.main+xml'
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
const hiddenMacros = typesOf(
  `<Override PartName="/word/document.xml" ContentType="${documentType}"/><Override PartName="/word/x.bin" ContentType="application/vnd.ms-office.vbaProject"/>`,
)
const openScript = '/OpenAction <</S /JavaScript /JS (app.alert(1))>>'
const zip64End = Buffer.concat([
  Buffer.from('504b060700000000ffffffffffffff7f01000000', 'hex'),
  zipOf([], { declaredEntries: 0xffff }),
])
const many = Array.from({ length: 5_000 }, (_, at) => ({
  name: `word/${at}.xml`,
  content: '',
  method: 0,
}))
const shared = Array.from({ length: 300 }, (_, at) => ({
  name: `word/${at}.xml`,
  content: zeros.subarray(0, 1_000_000),
  declaredOffset: 0,
}))
/** Empty parts that declare the offset of the first one. */
const partBytes = 100_000
const sameOffset = Array.from({ length: 5 }, (_, at) => ({
  name: `word/${at}.xml`,
  content: at === 0 ? zeros.subarray(0, partBytes) : '',
  method: 0,
  declaredSize: partBytes,
  declaredPackedSize: partBytes,
  declaredOffset: 0,
}))

test.each<[what: string, name: string, content: Buffer | string, message?: string]>([
  ['nothing', 'resume.pdf', '', messages.resumeEmpty],
  ['one byte', 'resume.pdf', '%'],
  ['a truncated PDF', 'resume.pdf', pdf.subarray(0, 400)],
  ['a large truncated PDF', 'resume.pdf', pdfOf(2_000_000).subarray(0, 1_900_000)],
  ['a PDF behind too much else', 'resume.pdf', Buffer.concat([zeros.subarray(0, 2_000), pdf])],
  ['an executable for Windows', 'resume.pdf', `MZ\x90\0${'\0'.repeat(2_000)}%%EOF`],
  ['an executable for Linux', 'resume.pdf', '\x7fELF\x02\x01\x01'],
  ['a shell script', 'resume.pdf', '#!/bin/sh\nrm -rf /\n'],
  [
    'a picture with a script',
    'resume.pdf',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  ],
  ['a page', 'resume.pdf', '<!doctype html><script>alert(1)</script>'],
  ['a DOCX named PDF', 'resume.pdf', docx],
  ['a DOC named PDF', 'resume.pdf', oldWordDocument()],
  ['a PDF named DOC', 'resume.doc', pdf],
  ['a DOCX named DOC', 'resume.doc', docx],
  ['a text document named DOC', 'resume.doc', '{\\rtf1 WordDocument}'],
  ['the first bytes of a DOC', 'resume.doc', oldWordDocument().subarray(0, 8)],
  ['a table of Excel named DOC', 'resume.doc', compoundFile('Workbook')],
  ['a PDF named DOCX', 'resume.docx', pdf],
  ['a DOC named DOCX', 'resume.docx', oldWordDocument()],
  ['half a document', 'resume.docx', docx.subarray(0, docx.length / 2)],
  ['an empty zip', 'resume.docx', zipOf([])],
  ['a zip of other things', 'resume.docx', zipOf([{ name: 'a.txt', content: 'a' }])],
  ['a table of Excel named DOCX', 'resume.docx', zipOf(wordEntries(sheet, 'xl/workbook.xml'))],
  ['a document with macros named DOCX', 'resume.docx', zipOf(wordEntries(macros))],
  [
    'a document with macros inside',
    'resume.docx',
    wordDocument({ name: 'word/vbaProject.bin', content: 'x' }),
    messages.resumeMacros,
  ],
  [
    'a document with hidden macros',
    'resume.docx',
    zipOf([{ name: '[Content_Types].xml', content: hiddenMacros }, ...wordEntries().slice(1)]),
    messages.resumeMacros,
  ],
  [
    'a document with macros of a type in character references',
    'resume.docx',
    zipOf([
      {
        name: '[Content_Types].xml',
        content: hiddenMacros.replace('vbaProject', 'VB&#x41;Pr&#111;ject'),
      },
      ...wordEntries().slice(1),
    ]),
    messages.resumeMacros,
  ],
  [
    'a document with macros in a list of types in UTF-16',
    'resume.docx',
    zipOf([
      { name: '[Content_Types].xml', content: Buffer.from(`\ufeff${hiddenMacros}`, 'utf16le') },
      ...wordEntries().slice(1),
    ]),
    messages.resumeMacros,
  ],
  [
    'a document whose macros have another name and no type',
    'resume.docx',
    withRelationship('x.bin', 'http://schemas.microsoft.com/office/2006/relationships/vbaProject'),
    messages.resumeMacros,
  ],
  ['a PDF with a script that runs', 'resume.pdf', pdfWith(openScript), messages.resumeScript],
  [
    'a PDF whose script is spelled otherwise',
    'resume.pdf',
    pdfWith('/OpenA#63tion <</#53 /J#61vaScript /#4aS (app.alert(1))>>'),
    messages.resumeScript,
  ],
  [
    'a PDF whose script is another object',
    'resume.pdf',
    pdfWith('/OpenAction 9 0 R', '9 0 obj\n<</Type /Action /S /JavaScript /JS (1)>>\nendobj'),
    messages.resumeScript,
  ],
  [
    'a PDF that starts a program',
    'resume.pdf',
    pdfWith('/OpenAction <</S /Launch /Win <</F (cmd.exe)>>>>'),
    messages.resumeScript,
  ],
  [
    'a PDF whose script is in a compressed object',
    'resume.pdf',
    pdfWith('/OpenAction 9 0 R', compressedObject('<</S /JavaScript /JS (1)>>')),
    messages.resumeScript,
  ],
  [
    'a document whose main part is missing',
    'resume.docx',
    zipOf(wordEntries().filter(({ name }) => name !== 'word/document.xml')),
  ],
  [
    'a list of parts without end',
    'resume.docx',
    zipOf([
      ...wordEntries().slice(1),
      { name: '[Content_Types].xml', content: zeros.subarray(0, 5_000_000) },
    ]),
  ],
  [
    'a bomb',
    'resume.docx',
    wordDocument(
      ...Array.from({ length: 11 }, (_, at) => ({ name: `word/${at}`, content: zeros })),
    ),
  ],
  [
    'a bomb that lies about its size',
    'resume.docx',
    wordDocument({ name: 'word/a', content: zeros, declaredSize: 10 }),
  ],
  [
    'a part of absurd size',
    'resume.docx',
    wordDocument({ name: 'word/a', content: 'a', declaredSize: 0xfffffffe }),
  ],
  ['a zip of very many parts', 'resume.docx', wordDocument(...many)],
  ['parts that overlap', 'resume.docx', zipOf([...shared, ...wordEntries()])],
  ['parts that lie over one another', 'resume.docx', zipOf([...sameOffset, ...wordEntries()])],
  [
    'a part given twice',
    'resume.docx',
    wordDocument({ name: 'word/document.xml', content: '<other/>' }),
  ],
  ['a part outside', 'resume.docx', wordDocument({ name: '../../../etc/cron.d/a', content: 'a' })],
  [
    'a part at the root of the disk',
    'resume.docx',
    wordDocument({ name: '/etc/passwd', content: 'a' }),
  ],
  ['a part on drive C', 'resume.docx', wordDocument({ name: 'C:\\Windows\\a', content: 'a' })],
  ['an encrypted part', 'resume.docx', wordDocument({ name: 'word/a', content: 'a', flags: 1 })],
  [
    'a part packed in an unknown way',
    'resume.docx',
    wordDocument({ name: 'word/a', content: 'a', method: 99 }),
  ],
  [
    'a part that begins past the end',
    'resume.docx',
    wordDocument({ name: 'word/a', content: 'a', declaredOffset: 2 ** 31 }),
  ],
  [
    'more parts declared than there are',
    'resume.docx',
    zipOf(wordEntries(), { declaredEntries: 60_000 }),
  ],
  ['a large zip that points past its end', 'resume.docx', zip64End],
  ['an executable with the content of a resume', 'resume.pdf.exe', pdf],
  ['no ending', 'resume', pdf],
  ['a space after the ending', 'resume.pdf ', pdf],
  ['an ending turned round', 'resume\u202Efdp.exe', pdf],
])('%s is refused as %j and leaves no file', async (_what, name, content, message) => {
  const before = await countFiles(app)
  const { status, body } = await sendResume(app, target, { name, content })
  expect([status, body]).toEqual([400, { resume: [message ?? messages.resumeType] }])
  expect(await countFiles(app)).toEqual(before)
})

test('one byte more than 10 MB is refused and leaves no file', async () => {
  const before = await countFiles(app)
  const { status, body } = await sendResume(app, target, {
    name: 'resume.pdf',
    content: pdfOf(resumeBytesMax + 1),
  })
  expect([status, body]).toEqual([413, { detail: 'resume must be 10MB or smaller.' }])
  expect(await countFiles(app)).toEqual(before)
})

test('an endless list of parts is refused without blocking other requests', async () => {
  const declaration = `<${`"${documentType}"`.repeat(12_000)}`
  const entries = [{ name: '[Content_Types].xml', content: declaration }, ...wordEntries().slice(1)]
  const content = zipOf(entries)
  const turnMs = await longestTurnDuring(async () => {
    const { status } = await sendResume(app, target, { name: 'resume.docx', content })
    expect(status).toBe(400)
  })
  expect(turnMs).toBeLessThan(400)
})

test.each([
  ['names that spell each sign', '#41'.repeat(690_000)],
  ['lists of objects', `${'1 2 '.repeat(260_000)}${'/S /JavaScript'.repeat(70_000)}`],
])('a small PDF that unpacks to very many %s takes little time', async (_, objects) => {
  const packed = deflateSync(objects)
  const head = '8 0 obj\n<</Type /ObjStm /First 1040000 /Filter /FlateDecode>>\nstream\n'
  const stream = Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj')])
  const content = pdfWith('', ...Array.from({ length: 30 }, () => stream))
  expect(content.length).toBeLessThan(256 * 1024)
  const usedMs = await threadMsOf(() => sendResume(app, target, { name: 'resume.pdf', content }))
  expect(usedMs).toBeLessThan(1_500)
})

test('a PDF of very many streams and signs in names blocks no other requests', async () => {
  const content = pdfWith('', 'stream\n#41#41'.repeat(18_000))
  const turnMs = await longestTurnDuring(() =>
    sendResume(app, target, { name: 'resume.pdf', content }),
  )
  expect(turnMs).toBeLessThan(400)
})
