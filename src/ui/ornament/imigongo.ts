import { motifs } from './imigongo-motifs.ts'
import { randomFrom } from './random.ts'

/** Imigongo's own three: lava black, kaolin white and the red of ochre. */
export type Tone = 'ink' | 'paper' | 'ochre'

/** One colour's share of a pattern: filled by the even-odd rule, or drawn as a line of that width. */
type Shape = { tone: Tone; d: string; line?: number }

/** A tile that repeats to the right (and downwards). Lengths are in units of the grid; one unit suits 2 to 4 px. */
export type Pattern = { width: number; height: number; ground: Tone; shapes: Shape[] }

/** Every motif's period divides this, so that bands of different rhythm close on one tile. */
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
 * @param bands how many bands of motifs lie above each other; with 4 and more, seeds hardly ever share one
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

/** The fine raised line between two bands; gives where the next one begins. */
function addRidge(shapes: Shape[], y: number, tone: Tone): number {
  shapes.push({ tone, d: `M0 ${y + 1}h${tileWidth}v1H0z` })
  return y + 3
}

/** A motif's subpaths begin with `M x y` and go on relatively, so only their starts are moved. */
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
