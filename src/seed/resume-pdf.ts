import { createHash } from 'node:crypto'
import type { Services } from '#platform/http/context.ts'
import { storeSealedText } from '#platform/resumes/resume-texts.ts'
import { storeFile } from '#platform/storage/files.ts'

/** A4 in points. */
const page = { width: 595, height: 842, margin: 64 }

/**
 * Creates a valid PDF of one page, for the demo's applicants and for tests.
 * @param lines plain text; the first one is the heading
 */
export function resumePdf(lines: readonly string[]) {
  const [heading = '', ...rest] = lines.map(pdfText)
  const text = [
    'BT /F2 22 Tf 0.1 0.35 0.25 rg',
    `${page.margin} ${page.height - page.margin - 22} Td (${heading}) Tj`,
    '/F1 11 Tf 0.15 0.13 0.12 rg 0 -34 Td 17 TL',
    ...rest.map((line) => `(${line}) Tj T*`),
    'ET',
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(file.length)
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.lastIndexOf('xref\n0')}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** Latin-1 text with PDF's string delimiters escaped. */
const pdfText = (text: string) => text.replace(/[^\x20-\xff]/g, '?').replace(/[\\()]/g, '\\$&')

/** Stores a generated resume as an unclaimed file, with its text. @returns the file's id */
export async function createResume(services: Services, name: string, lines: readonly string[]) {
  const bytes = resumePdf([name, ...lines])
  const { id } = await storeFile(services, {
    content: { bytes },
    folder: 'resumes',
    name: `${name.replaceAll(' ', '-').toLowerCase()}-resume.pdf`,
    type: 'application/pdf',
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  await services.database.insertInto('resume_texts').values({ file_id: id }).execute()
  await storeSealedText(services, id, [name, ...lines].join('\n'))
  return id
}
