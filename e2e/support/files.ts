import { strToU8, zipSync } from 'fflate'
import { PDFDocument } from 'pdf-lib'

/** A file for Playwright's `setInputFiles`. */
export type TestFile = { name: string; mimeType: string; buffer: Buffer }

/** A valid PDF of one page. @param bytes padded to about this size, for slow uploads */
export async function pdfFile(name = 'aline-resume.pdf', bytes = 0): Promise<TestFile> {
  const document = await PDFDocument.create()
  document.addPage([300, 200]).drawText('Aline Uwase, resume', { x: 20, y: 100, size: 16 })
  if (bytes > 0) await document.attach(randomBytes(bytes), 'portfolio.bin')
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) }
}

/** Incompressible bytes. */
const randomBytes = (count: number) => {
  const bytes = new Uint8Array(count)
  for (let at = 0; at < count; at += 65_536) {
    crypto.getRandomValues(bytes.subarray(at, Math.min(count, at + 65_536)))
  }
  return bytes
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const word = 'http://schemas.openxmlformats.org'

/** A valid Word document of one paragraph. */
export function docxFile(name = 'aline-resume.docx', text = 'Aline Uwase, resume'): TestFile {
  const parts = {
    '[Content_Types].xml': `${xml}<Types xmlns="${word}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${word}/package/2006/relationships"><Relationship Id="rId1" Type="${word}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${xml}<w:document xmlns:w="${word}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
  }
  const zipped = zipSync(
    Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])),
  )
  return {
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer: Buffer.from(zipped),
  }
}

/** A text file with the name and type of a PDF. */
export const fakePdfFile = (): TestFile => ({
  name: 'not-a-resume.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('This is no PDF at all.'),
})
