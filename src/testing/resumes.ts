import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import PdfDocument from 'pdfkit'
import { readDueResumes } from '#platform/resumes/resume-texts.ts'
import { openRow } from '#platform/security/sealed-columns.ts'
import type { TestApp } from './app.ts'
import { wordEntries } from './documents.ts'
import { sendResume } from './sending-files.ts'
import { zipOf } from './zip.ts'

/** A PDF of a page for each text. */
export function pdfOfPages(...pages: readonly string[]) {
  const document = new PdfDocument({ autoFirstPage: false })
  for (const text of pages) document.addPage().text(text)
  document.end()
  return buffer(document)
}

/** A PDF whose page unpacks to so many bytes of blanks. */
export function pdfBomb(bytes: number) {
  const packed = deflateSync(Buffer.alloc(bytes, ' '), { level: 1 })
  const parts = [
    Buffer.from(`%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R>> endobj
4 0 obj <</Filter /FlateDecode /Length ${packed.length}>> stream
`),
    packed,
    Buffer.from('\nendstream endobj\ntrailer <</Root 1 0 R /Size 5>>\nstartxref\n0\n%%EOF\n'),
  ]
  return Buffer.concat(parts)
}

/** A document of Word of one paragraph. */
export const wordOf = (text: string) =>
  zipOf(
    wordEntries().map((entry) =>
      entry.name === 'word/document.xml'
        ? { ...entry, content: `<w:document><w:p><w:t>${text}</w:t></w:p></w:document>` }
        : entry,
    ),
  )

/** Applies with that file. @returns the application's id */
export async function applyWith(
  app: TestApp,
  parents: Parameters<typeof sendResume>[1],
  name: string,
  content: Buffer,
) {
  const { status, body } = await sendResume(app, parents, { name, content })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.data.id as number
}

type Sent = Parameters<typeof applyWith> extends [unknown, ...infer Rest] ? Rest : never

/** Applies with that file, and reads it. @returns the application's id */
export async function applyAndRead(app: TestApp, ...sent: Sent) {
  const id = await applyWith(app, ...sent)
  await readDueResumes(app.services)
  return id
}

/** The text of an application's resume, and how it was read. */
export async function resumeTextOf(app: TestApp, id: number) {
  const row = await app.services.database
    .selectFrom('resume_texts')
    .innerJoin('applications', 'applications.resume_id', 'resume_texts.file_id')
    .select(['resume_texts.text', 'resume_texts.attempts', 'resume_texts.next_try_at', 'file_id'])
    .where('applications.id', '=', id)
    .executeTakeFirstOrThrow()
  const { file_id: _, ...opened } = openRow(app.services, 'resume_texts', row)
  return opened
}
