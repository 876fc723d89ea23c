import { useId } from 'react'
import { randomFrom } from './random.ts'

const width = 1920
const height = 240

/** From the far hills to the near: how high they rise, how broad they are, how far apart, and their colour. */
const rows = [
  { top: 225, radius: 150, step: 175, className: 'text-hill-far' },
  { top: 165, radius: 185, step: 215, className: 'text-hill-mid' },
  { top: 105, radius: 160, step: 195, className: 'text-hill' },
  { top: 48, radius: 190, step: 170, className: 'text-ink' },
]

const random = randomFrom('thousand hills')

/** Placed once, when the module loads, the same in the browser as on the server. */
const hills = rows.flatMap(({ top, radius, step, className }) =>
  Array.from({ length: Math.ceil(width / step) + 2 }, (_, index) => ({
    className,
    x: Math.round((index - 0.5 + random.next() * 0.6) * step),
    rx: Math.round(radius * (0.8 + random.next() * 0.5)),
    ry: Math.round(top * (0.72 + random.next() * 0.28)),
  })),
)

/** The thousand hills, terraced as they are in Rwanda, and drawn in rings as Imigongo is. They end in ink. */
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
      {hills.map(({ className, x, rx, ry }) => (
        <use
          key={`${className}${x}`}
          href={`#${id}`}
          transform={`translate(${x} ${height}) scale(${rx} ${ry})`}
          className={className}
        />
      ))}
    </svg>
  )
}
