import type PDFDocument from 'pdfkit'

type Document = InstanceType<typeof PDFDocument>

/** A4 landscape, in points. */
export const page = { width: 841.89, height: 595.28 }

/** The colours of `src/ui/styles/theme.css` as sRGB, for PDF. */
export const colors = {
  ink: '#1b1410',
  paper: '#fcfaf5',
  accent: '#ab3d1a',
  muted: '#5a5049',
  primary: '#185e3a',
  ochre: '#bd4b26',
  hills: ['#afd2b5', '#5c956e', '#215a3a', '#1b1410'],
}

/** The logo's mark, in a square of that size: two arms of an Imigongo spiral in one line. */
export function drawLogo(document: Document, x: number, y: number, size: number) {
  document
    .save()
    .translate(x, y)
    .scale(size / 8)
    .path('M0 7.5V0h6v4H2v4h6V.5')
    .lineWidth(1.2)
    .stroke(colors.accent)
    .restore()
}

/** Rows of hills from the farthest to the nearest: height and distance, in points. */
const rows = [
  { top: 128, step: 120 },
  { top: 98, step: 136 },
  { top: 66, step: 124 },
  { top: 32, step: 114 },
] as const

/** The hills of the page footer, with the sun behind them; they differ by seed. */
export function drawHills(document: Document, seed: string) {
  const next = createRandom(seed)
  const sun = { foot: page.height - 26, wide: 104, high: 104, color: colors.ochre }
  drawHill(document, { ...sun, x: page.width * (0.6 + next() * 0.25) })
  for (const [row, { top, step }] of rows.entries()) {
    for (let index = 0; index < Math.ceil(page.width / step) + 2; index += 1) {
      const high = top * (0.72 + next() * 0.28)
      const wide = Math.max(step * 0.85, high) * (0.95 + next() * 0.4)
      const x = (index - 0.5 + next() * 0.6) * step
      const color = colors.hills[row] ?? colors.ink
      drawHill(document, { x, foot: page.height, wide, high, color })
    }
  }
}

type Hill = { x: number; foot: number; wide: number; high: number; color: string }

/** A hill with terraces: paper-coloured rings, in the style of Imigongo. */
function drawHill(document: Document, { x, foot, wide, high, color }: Hill) {
  document.save().rect(0, 0, page.width, foot).clip()
  document.ellipse(x, foot, wide, high).fill(color)
  for (const share of [0.81, 0.57, 0.33]) {
    document
      .ellipse(x, foot, wide * share, high * share)
      .lineWidth(high * 0.07)
      .strokeOpacity(0.16)
      .stroke(colors.paper)
  }
  document.restore()
}

/** A seeded generator of pseudo-random numbers from 0 to 1. */
function createRandom(seed: string) {
  let state = 2166136261
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619)
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 374761393
    return (state >>> 0) / 2 ** 32
  }
}
