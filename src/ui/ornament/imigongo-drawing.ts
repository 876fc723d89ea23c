import { imigongo, type PatternOptions, type Tone } from './imigongo.ts'
import { compact, short } from './imigongo-outlines.ts'

const fills: Record<Tone, string> = {
  ink: 'fill-ink',
  paper: 'fill-paper',
  ochre: 'fill-ochre',
  'hill-deep': 'fill-hill-deep',
  leaf: 'fill-leaf',
  gold: 'fill-gold',
}
const strokes: Record<Tone, string> = {
  ink: 'stroke-ink',
  paper: 'stroke-paper',
  ochre: 'stroke-ochre',
  'hill-deep': 'stroke-hill-deep',
  leaf: 'stroke-leaf',
  gold: 'stroke-gold',
}

export type Drawing = PatternOptions & {
  seed: string
  /** The size of a grid unit, or the height of the whole pattern. */
  size: { unitPx: number } | { heightPx: number }
}

/** The content of the <svg>: the pattern, and a box that it fills, centred. */
export function drawImigongo(id: string, { seed, size, ...options }: Drawing): string {
  const { width, height, ground, shapes } = imigongo(seed, options)
  const scale = 'unitPx' in size ? size.unitPx : size.heightPx / height
  const box = `width="${width}" height="${height}"`
  const paths = shapes.map(({ d, line, tone }) =>
    line
      ? `<path d="${compact(d)}" stroke-width="${short(line)}" class="fill-none ${strokes[tone]}"/>`
      : `<path d="${compact(d)}" class="${fills[tone]}"/>`,
  )
  return (
    `<pattern id="${id}" ${box} patternUnits="userSpaceOnUse" patternTransform="scale(${short(scale)})" fill-rule="evenodd">` +
    `<rect ${box} class="${fills[ground]}"/>${paths.join('')}</pattern>` +
    `<svg x="50%" class="overflow-visible"><rect x="-50%" width="100%" height="100%" fill="url(#${id})"/></svg>`
  )
}
