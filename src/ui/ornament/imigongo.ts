import { motifs } from './imigongo-motifs.ts'
import { randomFrom } from './random.ts'

/** The three colours of Imigongo: lava black, kaolin white and ochre red. */
export type Tone = 'ink' | 'paper' | 'ochre'

/** The path of one colour: filled by the even-odd rule, or stroked with the width `line`. */
type Shape = { tone: Tone; d: string; line?: number }

/** A tile that repeats horizontally (and vertically). Lengths are in grid units; draw a unit as 2 to 4 px. */
export type Pattern = { width: number; height: number; ground: Tone; shapes: Shape[] }

/** A multiple of every motif's period, so that all bands repeat in one tile. */
const tileWidth = 48

const orders: readonly (readonly [Tone, Tone, Tone])[] = [
  ['ink', 'paper', 'ochre'],
  ['ink', 'ochre', 'paper'],
  ['ochre', 'ink', 'paper'],
  ['ochre', 'paper', 'ink'],
  ['paper', 'ink', 'ochre'],
  ['paper', 'ochre', 'ink'],
]

/**
 * Draws an Imigongo pattern. The same seed gives the same pattern, on the server and in the browser.
 * @param seed any text, such as an article's slug
 * @param bands the number of stacked bands of motifs; with 4 or more, two seeds hardly ever share a pattern
 */
export function imigongo(seed: string, bands = 1): Pattern {
  const random = randomFrom(seed)
  const [ground, first, second] = random.pick(orders)
  const shapes: Shape[] = []
  let y = 0
  let last = -1
  for (let band = 0; band < bands; band++) {
    if (band > 0) y = addRidge(shapes, y, random.pick([first, second]))
    const choices = motifs.map((_, index) => index).filter((index) => index !== last)
    last = random.pick(choices)
    const motif = motifs[last]
    if (!motif) throw new Error(`There is no motif ${last}`)
    const tones = random.pick([
      [first, second],
      [second, first],
    ] as const)
    const { period, height, parts } = motif(random)
    for (const part of parts) {
      const d = repeat(part.d, period, y)
      shapes.push({ tone: tones[part.tone], d, ...(part.line && { line: part.line }) })
    }
    y += height
  }
  return { width: tileWidth, height: y, ground, shapes }
}

/** Adds the thin line between two bands. @returns the y of the next band */
function addRidge(shapes: Shape[], y: number, tone: Tone): number {
  shapes.push({ tone, d: `M0 ${y + 1}h${tileWidth}v1H0z` })
  return y + 3
}

/** Repeats a motif. Its subpaths start with `M x y` and continue relatively, so only their starts are moved. */
function repeat(d: string, period: number, y: number): string {
  let all = ''
  for (let x = 0; x < tileWidth; x += period) {
    all += d.replace(
      /M(-?[\d.]+) (-?[\d.]+)/g,
      (_, left: string, top: string) => `M${x + Number(left)} ${y + Number(top)}`,
    )
  }
  return all
}
