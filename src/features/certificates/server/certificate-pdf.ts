import type PDFDocument from 'pdfkit'
import { readFont } from '#platform/documents/fonts.ts'
import { company } from '#shared/company.ts'
import type { Certificate } from '../contract.ts'
import { colors, drawHills, drawLogo, page } from './certificate-art.ts'

const fonts = { medium: readFont('medium'), bold: readFont('bold') }

const left = 72
const width = page.width - 2 * left

type Document = InstanceType<typeof PDFDocument>

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const written = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`))

/** Draws a certificate as a PDF: one page of A4 landscape. The e-mail is not printed. */
export async function certificatePdf(certificate: Certificate): Promise<Buffer> {
  // Imported on demand: it is large and rarely used.
  const { default: Pdf } = await import('pdfkit')
  const title = `Certificate of Completion - ${certificate.full_name}`
  const document = new Pdf({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: company.name, CreationDate: new Date(certificate.created_at) },
  })
  document.registerFont('medium', fonts.medium).registerFont('bold', fonts.bold)
  const chunks: Buffer[] = []
  const isDone = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', resolve)
    document.on('error', reject)
  })
  draw(document, certificate)
  document.end()
  await isDone
  return Buffer.concat(chunks)
}

function draw(document: Document, certificate: Certificate) {
  document.rect(0, 0, page.width, page.height).fill(colors.paper)
  drawHills(document, certificate.number)
  drawLogo(document, left, 52, 30)
  line(document, company.name, { font: 'bold', size: 24, top: 52, at: left + 42 })

  const label = { font: 'bold', size: 11, color: colors.accent, spacing: 2.4 } as const
  line(document, 'CERTIFICATE OF COMPLETION', { ...label, top: 124 })
  line(document, 'This certifies that', { size: 14, top: 156, color: colors.muted })
  line(document, certificate.full_name, { font: 'bold', size: 46, top: 178 })
  line(document, 'has completed the training programme', {
    size: 14,
    top: 244,
    color: colors.muted,
  })
  line(document, certificate.course, {
    font: 'bold',
    size: 26,
    top: 268,
    color: colors.primary,
  })
  line(document, certificate.cohort, { size: 14, top: 308 })
  const days = `${written(certificate.start)} to ${written(certificate.end)}`
  line(document, days, { size: 14, top: 329 })

  const facts = [
    ['Issued on', written(certificate.issued_on)],
    ['Certificate number', numberOf(certificate)],
    ['Issued by', `${company.name}, Kigali`],
  ] as const
  for (const [index, [name, value]] of facts.entries()) {
    const at = left + index * 210
    line(document, name, { size: 10, top: 378, at, color: colors.muted })
    line(document, value, { font: 'bold', size: 13, top: 393, at })
  }
  if (certificate.corrected_on) {
    const text = `Corrected on ${written(certificate.corrected_on)}. This replaces all earlier versions of this certificate.`
    line(document, text, { size: 10, top: 420, color: colors.muted })
  }
}

/** A corrected certificate says which version it is: whoever has an earlier one can be told that it no longer holds. */
const numberOf = ({ number, version }: Certificate) =>
  version > 1 ? `${number}, version ${version}` : number

type Style = {
  top: number
  size: number
  at?: number
  font?: 'medium' | 'bold'
  color?: string
  spacing?: number
}

/** Draws a line of text, smaller if it is too long for the page. */
function line(document: Document, text: string, style: Style) {
  const { top, size, at = left, color = colors.ink, spacing = 0 } = style
  document.font(style.font ?? 'medium').fontSize(size)
  const fitting = Math.min(size, (size * width) / document.widthOfString(text))
  // A smaller line keeps the base line of the full size.
  const foot = top + (size - fitting)
  document
    .fontSize(fitting)
    .fillColor(color)
    .text(text, at, foot, { lineBreak: false, characterSpacing: spacing })
}
