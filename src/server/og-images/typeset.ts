import { create, type Font } from 'fontkit'
import { readFont } from '#platform/documents/fonts.ts'
import { breakLines, cutLines, isUnbroken, type Measure } from './lines.ts'
import { settable } from './printable-text.ts'

const open = (weight: 'medium' | 'bold') => create(readFont(weight)) as Font
const fonts = { medium: open('medium'), bold: open('bold') }

export type Face = {
  weight: keyof typeof fonts
  /** Added between letters, in parts of the size. */
  tracking: number
}

/** The text with what the fonts can show of it. */
export const readable = (text: string) =>
  settable(text, (codePoint) => fonts.bold.hasGlyphForCodePoint(codePoint))

/** As the site has it: a little more than the font's own space. */
const wordSpacing = 0.05

/** The letters of a text with where each begins, in parts of the size. */
function layOut(text: string, { weight, tracking }: Face) {
  const { glyphs, positions } = fonts[weight].layout(text)
  const em = fonts[weight].unitsPerEm
  // The first letter begins at the margin itself, without the room that it has on its left.
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

/** @returns the width of a text of that size, in px */
export const widthOf = (text: string, size: number, face: Face) => layOut(text, face).width * size

/** Measures text of that size, each word of it once. */
function measureIn(face: Face, size: number, known: Map<string, number>): Measure {
  const wordWidth = (word: string) => {
    const kept = known.get(word)
    if (kept !== undefined) return kept
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

/** The outlines of a line of text as SVG's path data: no font is needed to show them. */
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
  /** From one base line to the next, in parts of the size. */
  leading: number
}

/** Of sizes that fit, one is worth so much more than another by being larger, as against its lines being even. */
const worthOfSize = 1.8

/**
 * Sets paragraphs as large as they fit into a box, each in even lines, for which a somewhat smaller size will do. What
 * is too long for the smallest size ends in an ellipsis.
 * @returns the size, and the lines, each with the number of its paragraph
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
  const worth = ({ size, evenness }: (typeof set)[number]) =>
    evenness + worthOfSize * (size / (fitting[0]?.size ?? 1))
  const [best] = fitting.toSorted((one, other) => worth(other) - worth(one))
  if (best) return { size: best.size, lines: best.lines }
  const smallest = set.at(-1)
  if (!smallest) throw new Error('There is no size to set a text in')
  const { size, lines, room, measure } = smallest
  return { size, lines: cutLines(lines, room, width, measure) }
}
