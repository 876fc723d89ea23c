import { useId } from 'react'
import { classNames } from './class-names.ts'
import { imigongo, type Tone } from './imigongo.ts'

const fills: Record<Tone, string> = { ink: 'fill-ink', paper: 'fill-paper', ochre: 'fill-ochre' }
const strokes: Record<Tone, string> = {
  ink: 'stroke-ink',
  paper: 'stroke-paper',
  ochre: 'stroke-ochre',
}

type ImigongoProps = {
  seed: string
  bands?: number
  /** How large a unit of the pattern's grid is drawn; a tile is 48 units wide. */
  unitPx?: number
  className?: string
}

/** Fills its box with the Imigongo of a seed, from the middle outwards. Ornament, so screen readers pass it. */
export function Imigongo({ seed, bands = 1, unitPx = 2, className }: ImigongoProps) {
  const id = useId()
  const { width, height, ground, shapes } = imigongo(seed, bands)
  return (
    <svg aria-hidden="true" className={classNames('block w-full', className ?? 'h-full')}>
      <pattern
        id={id}
        width={width}
        height={height}
        patternUnits="userSpaceOnUse"
        patternTransform={`scale(${unitPx})`}
      >
        <rect width={width} height={height} className={fills[ground]} />
        {shapes.map((shape) => (
          <path
            key={shape.d}
            d={shape.d}
            fillRule="evenodd"
            strokeWidth={shape.line}
            className={shape.line ? `fill-none ${strokes[shape.tone]}` : fills[shape.tone]}
          />
        ))}
      </pattern>
      <svg aria-hidden="true" x="50%" className="overflow-visible">
        <rect x="-50%" width="100%" height="100%" fill={`url(#${id})`} />
      </svg>
    </svg>
  )
}

type ImigongoEdgeProps = { seed: string; heightPx?: 12 | 16 | 20 | 24 | 32; className?: string }

const heights = { 12: 'h-3', 16: 'h-4', 20: 'h-5', 24: 'h-6', 32: 'h-8' }

/** One band of Imigongo, whole in its height, as the edge of a section or a card. */
export function ImigongoEdge({ seed, heightPx = 20, className }: ImigongoEdgeProps) {
  const unitPx = heightPx / imigongo(seed, 1).height
  return (
    <Imigongo
      seed={seed}
      unitPx={unitPx}
      className={classNames('shrink-0', heights[heightPx], className)}
    />
  )
}
