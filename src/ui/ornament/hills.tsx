import { useId } from 'react'
import { hillOutline, hillTerraces, placeHills } from './hill-shapes.ts'

const width = 1920
const height = 240

/** The rows of hills, from far to near: height, distance and colour. */
const rows = [
  { top: 205, step: 190, className: 'text-hill-far' },
  { top: 160, step: 215, className: 'text-hill-mid' },
  { top: 108, step: 195, className: 'text-hill' },
  { top: 52, step: 180, className: 'text-ink [--color-hill-line:oklch(0.985_0.007_85/0.05)]' },
]

/** Computed once per module, with the same result in the browser and on the server. */
const hills = placeHills('imisozi', width, rows)

/** The thousand hills with terraces and the sun behind them, in the rings of Imigongo. The lower edge is ink. */
export function Hills() {
  const id = useId()
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMax slice"
      className="-mb-px block h-40 w-full sm:h-52 lg:h-60"
    >
      <defs>
        <g id={id}>
          <path d={hillOutline} className="fill-current" />
          <path d={hillTerraces} className="fill-hill-line" />
        </g>
      </defs>
      <g transform={`translate(948 ${height - 45}) scale(160)`} className="text-ochre">
        <use href={`#${id}`} />
      </g>
      {hills.map(({ row: { className }, places }) => (
        <g key={className} transform={`translate(0 ${height})`} className={className}>
          {places.map(({ x, rx, ry }) => (
            <use key={x} href={`#${id}`} transform={`translate(${x}) scale(${rx} ${ry})`} />
          ))}
        </g>
      ))}
    </svg>
  )
}
