import { type Motif, motifs } from './imigongo-motifs.ts'
import { short } from './imigongo-outlines.ts'
import { randomFrom } from './random.ts'

/** Lava black, kaolin white and ochre red, the colours of Imigongo, and those of the hills and of the sun. */
export type Tone = 'ink' | 'paper' | 'ochre' | 'hill-deep' | 'leaf' | 'gold'

/** Three colours and the motifs that go with them, so that kinds of things can be told apart by their patterns. */
export type Style = 'classic' | 'hills' | 'sun' | 'earth'

/** The path of one colour: filled by the even-odd rule, or stroked with the width `line`. */
type Shape = { tone: Tone; d: string; line?: number }

/** A tile that repeats horizontally (and vertically). Lengths are in grid units; draw a unit as 2 to 4 px. */
export type Pattern = { width: number; height: number; ground: Tone; shapes: Shape[] }

/** A multiple of every motif's period, so that all bands repeat in one tile. */
const tileWidth = 48

type Tones = readonly [Tone, Tone, Tone]

const styles: Record<Style, { tones: Tones; motifs: readonly Motif[] }> = {
  classic: { tones: ['ink', 'paper', 'ochre'], motifs: Object.values(motifs) },
  hills: { tones: ['hill-deep', 'paper', 'leaf'], motifs: [motifs.triangles, motifs.zigzag] },
  sun: { tones: ['gold', 'hill-deep', 'paper'], motifs: [motifs.diamonds, motifs.steps] },
  earth: { tones: ['ink', 'gold', 'ochre'], motifs: [motifs.spirals, motifs.diamondSpirals] },
}

/** Every order of three. */
const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [2, 0, 1],
  [2, 1, 0],
  [1, 0, 2],
  [1, 2, 0],
] as const

export type PatternOptions = {
  /** The number of stacked bands of motifs; with 4 or more, two seeds hardly ever share a pattern. */
  bands?: number
  style?: Style
  /** Whether the pattern will be so low that fine lines would blur. */
  isCoarse?: boolean
}

/**
 * Draws an Imigongo pattern. The same seed gives the same pattern, on the server and in the browser.
 * @param seed any text, such as an article's slug
 */
export function imigongo(
  seed: string,
  { bands = 1, style = 'classic', isCoarse = false }: PatternOptions = {},
): Pattern {
  const random = randomFrom(seed)
  const { tones: all, motifs } = styles[style]
  const [a, b, c] = random.pick(orders)
  const [ground, first, second] = [all[a], all[b], all[c]]
  const shapes: Shape[] = []
  let y = 0
  let last: Motif | undefined
  for (let band = 0; band < bands; band++) {
    if (band > 0) y = addRidge(shapes, y, random.pick([first, second]))
    const motif = random.pick(motifs.filter((one) => one !== last))
    last = motif
    const tones = random.pick([
      [first, second],
      [second, first],
    ] as const)
    let drawn = motif(random)
    while (isCoarse && isFine(drawn)) drawn = random.pick(motifs)(random)
    const { period, height, parts } = drawn
    for (const part of parts) {
      const d = repeat(part.d, period, y)
      shapes.push({ tone: tones[part.tone], d, ...(part.line && { line: part.line }) })
    }
    y += height
  }
  return { width: tileWidth, height: y, ground, shapes }
}

/** Whether a motif has more than a few corners for its height. */
const isFine = ({ period, height, parts }: ReturnType<Motif>) =>
  period < height || parts.some(({ d, line }) => line || (d.match(/l/g) ?? []).length > 4)

/** Adds the thin line between two bands. @returns the y of the next band */
function addRidge(shapes: Shape[], y: number, tone: Tone): number {
  shapes.push({ tone, d: `M0 ${y + 1}h${tileWidth}v1H0z` })
  return y + 3
}

/**
 * Repeats a motif. Its subpaths start with `M x y` and continue relatively. A closed one ends where it starts, so the
 * next start is told from there: then all repetitions are the same text, which compresses to nearly nothing.
 */
function repeat(d: string, period: number, y: number): string {
  let all = ''
  let end: readonly [x: number, y: number] | undefined
  for (let x = 0; x < tileWidth; x += period) {
    all += d.replace(
      /M(-?[\d.]+) (-?[\d.]+)([^M]*)/g,
      (_, left: string, top: string, rest: string) => {
        const start = [x + Number(left), y + Number(top)] as const
        const [from, to] = end ? ['m', [start[0] - end[0], start[1] - end[1]]] : ['M', start]
        end = rest.endsWith('z') ? start : undefined
        return `${from}${to.map(short).join(' ')}${rest}`
      },
    )
  }
  return all
}
