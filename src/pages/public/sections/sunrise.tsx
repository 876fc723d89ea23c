/** The hills: position, size and colour. */
const hills = [
  { x: 60, rx: 190, ry: 150, className: 'fill-hill-far' },
  { x: 430, rx: 210, ry: 175, className: 'fill-hill-far' },
  { x: 250, rx: 170, ry: 118, className: 'fill-hill-mid' },
  { x: 520, rx: 180, ry: 100, className: 'fill-hill-mid' },
  { x: 20, rx: 180, ry: 92, className: 'fill-hill' },
  { x: 370, rx: 190, ry: 70, className: 'fill-ink' },
  { x: 140, rx: 150, ry: 44, className: 'fill-ink' },
]

/** A sunrise over hills, in rings as in Imigongo art. Its centre is at 50% of the width and 44% of the height. */
export function Sunrise({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 480 480"
      preserveAspectRatio="xMidYMid slice"
      className={className}
    >
      <path d="M0 0h480v480H0z" className="fill-accent-soft" />
      <g transform="translate(240 211)" className="fill-none stroke-ochre">
        {[118, 142, 166, 190, 214].map((radius, index) => (
          <circle
            key={radius}
            r={radius}
            pathLength={Math.round((radius * Math.PI) / 10) * 20}
            strokeDasharray="14 6"
            strokeWidth={11 - index * 1.8}
            opacity={1 - index * 0.17}
          />
        ))}
        <circle r="96" className="fill-ochre stroke-none" />
      </g>
      {hills.map(({ x, rx, ry, className: fill }) => (
        <g key={x} transform={`translate(${x} 480) scale(${rx} ${ry})`}>
          <path d="M-1 0A1 1 0 0 1 1 0z" className={fill} />
          <path
            d="M-.86 0A.86.86 0 0 1 .86 0h-.1A.76.76 0 0 0-.76 0zM-.62 0A.62.62 0 0 1 .62 0h-.1A.52.52 0 0 0-.52 0z"
            className="fill-hill-line"
          />
        </g>
      ))}
    </svg>
  )
}
