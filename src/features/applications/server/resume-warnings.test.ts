import { afterAll, expect, test } from 'vitest'
import type { ResumeWarning } from '#shared/resume-warnings.ts'
import { startTestApp } from '#testing/app.ts'
import { createCohortAndStack } from '#testing/applying.ts'
import {
  compoundFile,
  compressedObject,
  pdfWith,
  withExternal,
  wordDocument,
} from '#testing/documents.ts'
import { threadMsOf } from '#testing/event-loop.ts'
import { pdf, pdfOf, sendResume } from '#testing/sending-files.ts'

const app = await startTestApp()
const target = await createCohortAndStack(app, { limit: 1_000 })
const token = await app.signIn('RECRUITER')
afterAll(() => app[Symbol.asyncDispose]())

const script = '<</S /JavaScript /JS (AFNumber_Format(2))>>'
const far = Buffer.concat([pdfOf(700_000), Buffer.from(`\n11 0 obj\n${script}\nendobj\n%%EOF`)])
const split = (bytes: number) =>
  Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, ' '), Buffer.from(`/J#61vaScript\n%%EOF`)])
const oldMacros = Buffer.concat([
  compoundFile('WordDocument'),
  Buffer.from('_VBA_PROJECT', 'utf16le'),
])

test.each<[what: string, name: string, content: Buffer, warnings: ResumeWarning[]]>([
  ['an ordinary PDF', 'a.pdf', pdf, []],
  ['a PDF that opens at its first page', 'a.pdf', pdfWith('/OpenAction [3 0 R /FitH 800]'), []],
  ['a PDF with compressed objects', 'a.pdf', pdfWith('', compressedObject('<</Type /Page>>')), []],
  [
    'a PDF with links',
    'a.pdf',
    pdfWith('', '9 0 obj <</S /URI /URI (https://a.rw/#JS)>> endobj'),
    [],
  ],
  ['a form that formats numbers', 'a.pdf', pdfWith('', `9 0 obj\n${script}\nendobj`), ['SCRIPT']],
  [
    'a form that also opens at its first page',
    'a.pdf',
    pdfWith('/OpenAction 10 0 R', `9 0 obj\n${script}\nendobj`, '10 0 obj <</S /GoTo>> endobj'),
    ['SCRIPT'],
  ],
  [
    'a link to a file',
    'a.pdf',
    pdfWith('', '9 0 obj <</S /Launch /F (a.doc)>> endobj'),
    ['SCRIPT'],
  ],
  ['a compressed script', 'a.pdf', pdfWith('', compressedObject(script)), ['SCRIPT']],
  ['a script far behind', 'a.pdf', far, ['SCRIPT']],
  ['a script on the border of two steps', 'a.pdf', split(256 * 1024 - 5), ['SCRIPT']],
  [
    'objects that are packed in an unusual way',
    'a.pdf',
    pdfWith('', compressedObject(script, '/DecodeParms <</Predictor 12>>')),
    ['UNCHECKED'],
  ],
  [
    'objects that are encrypted',
    'a.pdf',
    pdfWith(
      '',
      '8 0 obj <</Type /ObjStm /Filter /FlateDecode>> stream\n\x93\x01??\nendstream endobj',
    ),
    ['UNCHECKED'],
  ],
  [
    'a bomb of objects',
    'a.pdf',
    pdfWith('', compressedObject(' '.repeat(30_000_000))),
    ['UNCHECKED'],
  ],
  ['an ordinary document', 'a.docx', wordDocument(), []],
  ['a link', 'a.docx', withExternal('hyperlink', 'https://aline.example'), []],
  ['a linked picture', 'a.docx', withExternal('image', 'https://builder.example/a.png'), []],
  [
    "a template on the applicant's computer",
    'a.docx',
    withExternal('attachedTemplate', 'file:///C:\\Users\\Aline\\Templates\\Modern%20resume.dotx'),
    [],
  ],
  [
    'a template on a Mac',
    'a.docx',
    withExternal('attachedTemplate', 'file:///Users/a/CV.dotx'),
    [],
  ],
  ['a template by its name', 'a.docx', withExternal('attachedTemplate', 'Normal.dotm'), []],
  [
    'a template from elsewhere',
    'a.docx',
    withExternal('attachedTemplate', 'https://evil.example/a.dotm'),
    ['EXTERNAL'],
  ],
  [
    'a template in character references',
    'a.docx',
    withExternal('attached&#84;emplate', '&#x68;ttp://evil.example/a.dotm'),
    ['EXTERNAL'],
  ],
  [
    'a template on a file server',
    'a.docx',
    withExternal('attachedTemplate', '\\\\192.0.2.1\\share\\a.dotm'),
    ['EXTERNAL'],
  ],
  [
    'an object from elsewhere',
    'a.docx',
    withExternal('oleObject', 'mhtml:http://evil.example/a.html!x-usc:http://evil.example/a'),
    ['EXTERNAL'],
  ],
  ['an old document with macros', 'a.doc', oldMacros, ['MACROS']],
])('%s is taken, and staff see its warnings', async (_what, name, content, warnings) => {
  const { status, body } = await sendResume(app, target, { name, content })
  expect([status, body.resume]).toEqual([201, undefined])
  const read = await app.json(`/api/website/application/${body.data.id}/`, { token })
  expect(read.body.resume.warnings).toEqual(warnings)
  expect(JSON.stringify(body)).not.toContain('warnings')
})

test.each([
  ['names', '/J#61vaScrip'.repeat(800_000)],
  ['numbers', '1 '.repeat(4_000_000)],
  ['digits', '1'.repeat(9_000_000)],
  ['objects', '1 0 obj <<'.repeat(900_000)],
  ['blanks', `/OpenAction${' '.repeat(9_000_000)}`],
  ['streams', '8 0 obj<</Type/ObjStm/Filter/FlateDecode>>stream\n'.repeat(2_000)],
])('a PDF of nothing but %s holds nothing up', async (_what, text) => {
  const content = Buffer.concat([pdf, Buffer.from(text), Buffer.from('\n%%EOF')])
  const threadMs = await threadMsOf(async () => {
    const { status } = await sendResume(app, target, { name: 'a.pdf', content })
    expect(status).toBe(201)
  })
  expect(threadMs).toBeLessThan(3_000)
})
