import { useId } from 'react'
import { classNames } from './class-names.ts'
import { imigongo, type Tone } from './imigongo.ts'

const fills: Record<Tone, string> = {
  ink: 'fill-ink',
  paper: 'fill-paper',
  ochre: 'fill-ochre',
}
const strokes: Record<Tone, string> = {
  ink: 'stroke-ink',
  paper: 'stroke-paper',
  ochre: 'stroke-ochre',
}

/**
 * Fills its box with the Imigongo pattern of a seed; ornament alone, so hidden from screen readers.
 * @param unitPx how large a unit of the pattern's grid is drawn; a tile is 48 units wide
 */
export function Imigongo({
  seed,
  bands = 1,
  unitPx = 2,
  className,
}: {
  seed: string
  bands?: number
  unitPx?: number
  className?: string
}) {
  const id = useId()
  const { width, height, ground, shapes } = imigongo(seed, bands)
  return (
    <svg aria-hidden="true" className={classNames('block size-full', className)}>
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
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}

/**
 * One whole band of Imigongo as the edge of a section: as high as the band is, across the whole width.
 */
export function ImigongoEdge({
  seed,
  unitPx = 1.5,
  className,
}: {
  seed: string
  unitPx?: number
  className?: string
}) {
  const { height } = imigongo(seed, 1)
  const heightPx = Math.round(height * unitPx)
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height={heightPx}
      className={classNames('block w-full', className)}
    >
      <Imigongo seed={seed} unitPx={heightPx / height} />
    </svg>
  )
}
