import { afterAll, expect, test } from 'vitest'
import { resumeBytesMax } from '#shared/resume.ts'
import { startTestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import {
  documentType,
  googleDocument,
  libreOfficeDocument,
  oldWordDocument,
  wordDocument,
  wordEntries,
} from '#testing/documents.ts'
import { countFiles, pdf, pdfOf, sendResume } from '#testing/sending-files.ts'
import { zipOf } from '#testing/zip.ts'

const app = await startTestApp()
const target = await createCohortAndStack(app, { limit: 1_000 })
const token = await app.signIn('RECRUITER')
afterAll(() => app[Symbol.asyncDispose]())

const docx = wordDocument()
const types = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

test.each<
  [
    what: string,
    name: string,
    content: Buffer | string,
    type: keyof typeof types,
    claimedType?: string,
  ]
>([
  ['a small PDF', 'resume.pdf', pdf, 'pdf'],
  ['a PDF in capital letters', 'RESUME.PDF', pdf, 'pdf'],
  ['a PDF that a browser calls HTML', 'resume.pdf', pdf, 'pdf', 'text/html'],
  [
    'a PDF that a browser declares as an executable',
    'resume.pdf',
    pdf,
    'pdf',
    'application/x-msdownload',
  ],
  ['a PDF with .exe within its name', 'resume.exe.pdf', pdf, 'pdf'],
  [
    'a PDF behind a byte order mark',
    'resume.pdf',
    Buffer.concat([Buffer.from('\ufeff'), pdf]),
    'pdf',
  ],
  [
    'a PDF that begins after the head of a mail',
    'resume.pdf',
    Buffer.concat([Buffer.alloc(900, 'x'), pdf]),
    'pdf',
  ],
  [
    'a PDF followed by blanks',
    'resume.pdf',
    Buffer.concat([pdf, Buffer.alloc(3_000, '\r\n')]),
    'pdf',
  ],
  [
    'a PDF followed by what a proxy added',
    'resume.pdf',
    Buffer.concat([pdf, Buffer.from('<!-- 12 ms -->')]),
    'pdf',
  ],
  [
    'a PDF changed since, with two ends',
    'resume.pdf',
    Buffer.concat([pdf, pdf.subarray(9)]),
    'pdf',
  ],
  ['a PDF of exactly 10 MB', 'resume.pdf', pdfOf(resumeBytesMax), 'pdf'],
  [
    'a PDF that is a script too',
    'resume.pdf',
    Buffer.concat([Buffer.from('<script>alert(1)</script>'), pdf]),
    'pdf',
  ],
  [
    'a PDF that is a zip too',
    'resume.pdf',
    Buffer.concat([pdf, docx.subarray(0, 900), Buffer.from('%%EOF')]),
    'pdf',
  ],
  ['a document of Word 97', 'resume.doc', oldWordDocument(), 'doc'],
  ['a document of Word 97 in capital letters', 'RESUME.DOC', oldWordDocument(), 'doc'],
  [
    'a long document of Word 97',
    'cv.doc',
    Buffer.concat([oldWordDocument(), Buffer.alloc(5_000_000)]),
    'doc',
  ],
  ['a document of Word', 'resume.docx', docx, 'docx'],
  [
    'a document of Word in the browser',
    'resume.docx',
    zipOf(wordEntries(documentType, 'word/document2.xml')),
    'docx',
  ],
  ['a document of LibreOffice', 'resume.docx', libreOfficeDocument(), 'docx'],
  ['a document of Google Docs', 'resume.docx', googleDocument(), 'docx'],
  [
    'a document that holds a zip',
    'resume.docx',
    wordDocument({ name: 'word/embeddings/a.xlsx', content: docx }),
    'docx',
  ],
  [
    'a document with a script as its comment',
    'resume.docx',
    zipOf(wordEntries(), { comment: '<script>' }),
    'docx',
  ],
])('%s is accepted and downloaded unchanged', async (_what, name, content, type, claimedType) => {
  const { status, body } = await sendResume(app, target, { name, content, claimedType })
  expect([status, body.resume]).toEqual([201, undefined])
  const download = await app.request(`/api/admin/applications/${body.data.id}/resume/`, { token })
  expect(Object.fromEntries(download.headers)).toMatchObject({
    'content-type': types[type],
    'content-disposition': expect.stringMatching(
      /^attachment; filename="[\w .-]+"; filename\*=UTF-8''\S+$/,
    ),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cache-control': 'private, no-store',
  })
  expect(Buffer.from(await download.arrayBuffer()).equals(Buffer.from(content))).toBe(true)
  expect((await countFiles(app)).spooled).toBe(0)
})
