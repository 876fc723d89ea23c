import { formatCount } from '#shared/format.ts'

type PlacesBarProps = {
  taken: number
  /** Null for no limit. */
  limit: number | null
  className?: string
}

/** The share of the places that are taken. */
export function PlacesBar({ taken, limit, className = 'w-28' }: PlacesBarProps) {
  const share = limit === null ? 0 : Math.min(100, (taken / limit) * 100)
  return (
    <div className={className}>
      <p className="text-xs tabular-nums">
        {formatCount(taken)}
        {limit !== null && ` of ${formatCount(limit)}`}
      </p>
      {limit !== null && (
        <svg
          aria-hidden="true"
          className="mt-1 block h-1.5 w-full overflow-hidden rounded-full bg-control/30"
        >
          <rect
            width={`${share}%`}
            height="100%"
            className={share >= 100 ? 'fill-accent' : 'fill-primary'}
          />
        </svg>
      )}
    </div>
  )
}
