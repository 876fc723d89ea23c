import type PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { type FontName, hasLetters, openFonts } from '#platform/documents/fonts.ts'
import { siteUrlOf } from '#platform/mail/site-url.ts'
import { escapeHtml } from '#platform/text/escape-html.ts'
import { company } from '#shared/company.ts'
import type { Certificate } from '../contract.ts'
import { colors, drawHills, drawLogo, page } from './certificate-art.ts'
import { verifyUrlOf } from './credential.ts'

const left = 72
const width = page.width - 2 * left

type Document = InstanceType<typeof PDFDocument>
type Canvas = {
  document: Document
  /** Whether the site's own typeface has all letters of a text. */
  isOwn: (text: string) => boolean
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const written = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`))

type Config = { siteUrl?: string; port: number }

/**
 * Draws a certificate as a PDF: one page of A4 landscape, tagged, so that it can be read aloud. The email is not
 * printed.
 */
export async function certificatePdf(certificate: Certificate, config: Config): Promise<Buffer> {
  // Imported on demand: it is large and rarely used.
  const { default: Pdf } = await import('pdfkit')
  const fonts = await openFonts()
  const title = `Certificate of Completion - ${certificate.full_name}`
  const document = new Pdf({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.7',
    tagged: true,
    info: { Title: title, Author: company.name, CreationDate: new Date(certificate.created_at) },
  })
  claimPdfUa(document)
  // The types don't know yet that fonts may be open.
  for (const [name, font] of Object.entries(fonts)) document.registerFont(name, font as never)
  const chunks: Buffer[] = []
  const isDone = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', resolve)
    document.on('error', reject)
  })
  drawArtifacts(document, certificate)
  drawText({ document, isOwn: (text) => hasLetters(fonts.medium, text) }, certificate, config)
  document.end()
  await isDone
  return Buffer.concat(chunks)
}

/**
 * Says that this is PDF/UA. pdfkit's own option also lists the glyphs of each font (CIDSet), without the parts of
 * composed ones, which PDF/UA forbids; and pdfkit writes the title into XML as it is.
 */
function claimPdfUa(document: Document) {
  // The types don't know these.
  const writer = document as unknown as { appendXML(xml: string): void; endMetadata(): void }
  writer.appendXML(`
    <rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="">
      <pdfuaid:part>1</pdfuaid:part>
    </rdf:Description>`)
  const endMetadata = writer.endMetadata.bind(document)
  writer.endMetadata = () => {
    document.info.Title = escapeHtml(document.info.Title ?? '')
    endMetadata()
  }
}

/** What is read aloud to nobody. */
function drawArtifacts(document: Document, { number }: Certificate) {
  document.markContent('Artifact', { type: 'Layout' })
  document.rect(0, 0, page.width, page.height).fill(colors.paper)
  drawHills(document, number)
  drawLogo(document, left, 52, 30)
  document.endMarkedContent()
}

function drawText(canvas: Canvas, certificate: Certificate, config: Config) {
  const { document } = canvas
  const root = document.struct('Document')
  document.addStructure(root)
  const line = (text: string, style: Style, tag = 'P') =>
    root.add(document.struct(tag, {}, () => drawSpan(canvas, text, style)))

  line(company.name, { font: 'bold', size: 24, top: 52, at: left + 42, width: 400 })
  const label = { font: 'bold', size: 11, color: colors.accent, spacing: 2.4 } as const
  line('CERTIFICATE OF COMPLETION', { ...label, top: 124 }, 'H1')
  line('This certifies that', { size: 14, top: 156, color: colors.muted })
  line(certificate.full_name, { font: 'bold', size: 46, top: 178, height: 60 })
  line('has completed the training programme', { size: 14, top: 244, color: colors.muted })
  line(certificate.course, {
    font: 'bold',
    size: 26,
    top: 268,
    height: 36,
    color: colors.primary,
  })
  line(certificate.cohort, { size: 14, top: 308 })
  line(`${written(certificate.start)} to ${written(certificate.end)}`, { size: 14, top: 329 })

  let at = left
  for (const [name, value, room] of [
    ['Issued on', written(certificate.issued_on), 150],
    ['Certificate number', numberOf(certificate), 200],
    ['Verification code', certificate.code, 180],
    ['Issued by', `${company.name}, Kigali`, 168],
  ] as const) {
    line(name, { size: 10, top: 378, at, color: colors.muted })
    line(value, { font: 'bold', size: 13, top: 393, at, width: room - 14 })
    at += room
  }
  if (certificate.corrected_on) {
    const text = `Corrected on ${written(certificate.corrected_on)}. This replaces all earlier versions of this certificate.`
    line(text, { size: 10, top: 420, color: colors.muted })
  }

  const url = verifyUrlOf(config, certificate.code)
  const side = 90
  const corner = { x: left + width - side, y: 48 }
  // The types don't know the box that a figure must have.
  const bbox = [corner.x, corner.y, corner.x + side, corner.y + side]
  const figure = { alt: `QR code of ${url}`, bbox }
  const draw = () => drawQrCode(document, url, { ...corner, side })
  root.add(document.struct('Figure', figure, draw))
  line(`Check it at ${siteUrlOf(config).replace(/^https?:\/\//, '')}/verify`, {
    size: 10,
    top: 146,
    color: colors.muted,
    at: left + 300,
    width: width - 300,
    isRight: true,
  })
  root.end()
}

/** A corrected certificate says which version it is: whoever has an earlier one can be told that it no longer holds. */
const numberOf = ({ number, version }: Certificate) =>
  version > 1 ? `${number}, version ${version}` : number

function drawQrCode(
  document: Document,
  text: string,
  { x, y, side }: { x: number; y: number; side: number },
) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const step = side / size
  for (const [row, cells] of data.entries()) {
    for (const [column, isDark] of cells.entries()) {
      if (isDark) document.rect(x + column * step, y + row * step, step, step)
    }
  }
  document.fill(colors.ink)
}

type Style = {
  top: number
  size: number
  at?: number
  /** The room for a line; smaller text if it is too long, and more lines if they fit into the height. */
  width?: number
  height?: number
  font?: 'medium' | 'bold'
  color?: string
  spacing?: number
  isRight?: boolean
}

/** Text that must be smaller than this part of its size for one line is wrapped instead, if there is room. */
const wrappedBelow = 0.55
const lineHeight = 1.15

/** Accents that are combined with a letter are placed apart: who copies the text gets it as it is spelt. */
function drawSpan({ document, isOwn }: Canvas, text: string, style: Style) {
  if (isOwn(text)) return drawLine(document, text, style, style.font ?? 'medium')
  document.markContent('Span', { actual: text })
  drawLine(document, text, style, `${style.font ?? 'medium'} wider`)
  document.endMarkedContent()
}

function drawLine(document: Document, text: string, style: Style, font: FontName) {
  const { top, size, at = left, width: room = width, color = colors.ink, spacing = 0 } = style
  document.font(font).fillColor(color)
  const fitting = Math.min(size, (size * room) / document.fontSize(size).widthOfString(text))
  if (style.height && fitting < size * wrappedBelow) {
    drawWrapped(document, text, { top, at, room, height: style.height, size: size * wrappedBelow })
    return
  }
  document.fontSize(fitting)
  const start = style.isRight ? at + room - document.widthOfString(text) : at
  // A smaller line keeps the base line of the full size.
  document.text(text, start, top + (size - fitting), {
    lineBreak: false,
    characterSpacing: spacing,
  })
}

type Box = { top: number; at: number; room: number; height: number; size: number }

/** Draws text in as many lines as it takes, as large as they fit into the box. */
function drawWrapped(document: Document, text: string, { top, at, room, height, size }: Box) {
  const lineGapOf = (fontSize: number) =>
    fontSize * lineHeight - document.fontSize(fontSize).currentLineHeight(false)
  let fitting = size
  const isTooHigh = () =>
    document.fontSize(fitting).heightOfString(text, { width: room, lineGap: lineGapOf(fitting) }) >
    height
  while (fitting > 4 && isTooHigh()) fitting -= 0.5
  document.fontSize(fitting).text(text, at, top, { width: room, lineGap: lineGapOf(fitting) })
}
