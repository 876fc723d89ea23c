import { create, type Font } from 'fontkit'
import { readFont } from '#platform/documents/fonts.ts'
import { breakLines, cutLines, isUnbroken, type Measure } from './lines.ts'
import { settable } from './printable-text.ts'

const open = (weight: 'medium' | 'bold') => create(readFont(weight)) as Font
const fonts = { medium: open('medium'), bold: open('bold') }

export type Face = {
  weight: keyof typeof fonts
  /** Letter spacing in em. */
  tracking: number
}

/** The text without characters that the fonts lack. */
export const readable = (text: string) =>
  settable(text, (codePoint) => fonts.bold.hasGlyphForCodePoint(codePoint))

/** Extra space between words in em, as on the site. */
const wordSpacing = 0.05

/** The glyphs of a text with their x positions, in em. */
function layOut(text: string, { weight, tracking }: Face) {
  const { glyphs, positions } = fonts[weight].layout(text)
  const em = fonts[weight].unitsPerEm
  // Removes the first glyph's left side bearing, so that it aligns with the margin.
  const bearing = (glyphs[0]?.bbox.minX ?? 0) / em
  let x = -bearing
  const letters = glyphs.map((glyph, index) => {
    const letter = { glyph, x }
    const isSpace = glyph.codePoints[0] === 0x20
    x += (positions[index]?.xAdvance ?? 0) / em + tracking + (isSpace ? wordSpacing : 0)
    return letter
  })
  return { letters, width: Math.max(0, x - tracking), bearing }
}

/** The width of a text of that size, in px. */
export const widthOf = (text: string, size: number, face: Face) => layOut(text, face).width * size

/** Creates a measure for text of that size that computes each word once. */
function measureIn(face: Face, size: number, known: Map<string, number>): Measure {
  const wordWidth = (word: string) => {
    const cached = known.get(word)
    if (cached !== undefined) return cached
    const { width, bearing } = layOut(word, face)
    known.set(word, width + bearing)
    return width + bearing
  }
  const space = layOut('n n', face).width - layOut('nn', face).width + face.tracking
  return (text) => {
    const words = text.split(' ')
    const letters = words.reduce((width, word) => width + wordWidth(word) + face.tracking, 0)
    return (letters + (words.length - 1) * space) * size
  }
}

/** The outlines of a line of text as SVG path data. */
export function outlines(text: string, size: number, face: Face, left: number, base: number) {
  const scale = size / fonts[face.weight].unitsPerEm
  return layOut(text, face)
    .letters.map(({ glyph, x }) =>
      glyph.path
        .scale(scale, -scale)
        .translate(left + x * size, base)
        .toSVG(),
    )
    .join('')
}

type Box = {
  width: number
  height: number
  /** The sizes to try, the largest first, in px. */
  sizes: readonly number[]
  /** Line height in em. */
  leading: number
}

/** The weight of a larger size against more even lines, when several sizes fit. */
const sizeWeight = 1.8

/**
 * Sets paragraphs as large as they fit into a box; a slightly smaller size may win for more even lines. A text that is
 * too long for the smallest size ends in an ellipsis.
 * @returns the size, and the lines, each with the index of its paragraph
 */
export function fitText(paragraphs: readonly string[], face: Face, box: Box) {
  const { width, height, sizes, leading } = box
  const known = new Map<string, number>()
  const set = sizes.map((size) => {
    const measure = measureIn(face, size, known)
    const lines = paragraphs.flatMap((part, paragraph) =>
      breakLines(part, width, measure).map((text) => ({ text, paragraph })),
    )
    const room = Math.max(1, Math.floor(height / (size * leading)))
    const isWhole = paragraphs.every((part) => isUnbroken(part, width, measure))
    const widths = lines.map(({ text }) => measure(text))
    const evenness = paragraphs.length > 1 ? 1 : Math.min(...widths) / Math.max(...widths)
    return { size, lines, room, measure, fits: isWhole && lines.length <= room, evenness }
  })
  const fitting = set.filter(({ fits }) => fits)
  const score = ({ size, evenness }: (typeof set)[number]) =>
    evenness + sizeWeight * (size / (fitting[0]?.size ?? 1))
  const [best] = fitting.toSorted((one, other) => score(other) - score(one))
  if (best) return { size: best.size, lines: best.lines }
  const smallest = set.at(-1)
  if (!smallest) throw new Error('There is no size to set a text in')
  const { size, lines, room, measure } = smallest
  return { size, lines: cutLines(lines, room, width, measure) }
}
