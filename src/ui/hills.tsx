import { useId } from 'react'
import { randomFrom } from './random.ts'

const width = 1920
const height = 240

/** From the far hills to the near: how high they rise, how far apart they stand, and how they are coloured. */
const rows = [
  { top: 205, step: 190, className: 'text-hill-far' },
  { top: 160, step: 215, className: 'text-hill-mid' },
  { top: 108, step: 195, className: 'text-hill' },
  { top: 52, step: 180, className: 'text-ink [--color-hill-line:oklch(0.985_0.007_85/0.05)]' },
]

const random = randomFrom('imisozi')

/** Placed once, when the module loads, the same in the browser as on the server. */
const hills = rows.map(({ top, step, className }) => ({
  className,
  places: Array.from({ length: Math.ceil(width / step) + 2 }, (_, index) => {
    const ry = Math.round(top * (0.72 + random.next() * 0.28))
    const rx = Math.round(Math.max(step * 0.85, ry) * (0.95 + random.next() * 0.4))
    return `translate(${Math.round((index - 0.5 + random.next() * 0.6) * step)}) scale(${rx} ${ry})`
  }),
}))

/** The thousand hills with the sun behind them, terraced, and drawn in rings as Imigongo is. They end in ink. */
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
          <path d="M-1 0A1 1 0 0 1 1 0z" className="fill-current" />
          <path
            d="M-.86 0A.86.86 0 0 1 .86 0h-.1A.76.76 0 0 0-.76 0zM-.62 0A.62.62 0 0 1 .62 0h-.1A.52.52 0 0 0-.52 0zM-.38 0A.38.38 0 0 1 .38 0h-.1A.28.28 0 0 0-.28 0z"
            className="fill-hill-line"
          />
        </g>
      </defs>
      <g transform={`translate(948 ${height - 45}) scale(160)`} className="text-ochre">
        <use href={`#${id}`} />
      </g>
      {hills.map(({ className, places }) => (
        <g key={className} transform={`translate(0 ${height})`} className={className}>
          {places.map((place) => (
            <use key={place} href={`#${id}`} transform={place} />
          ))}
        </g>
      ))}
    </svg>
  )
}
