type RegisteredBarProps = { registered: number; limit: number; className?: string }

/** The share of a cohort's places that are taken. */
export function RegisteredBar({ registered, limit, className }: RegisteredBarProps) {
  const share = Math.min(100, (registered / limit) * 100)
  return (
    <div className={className ?? 'w-28'}>
      <p className="text-xs tabular-nums">
        {registered} of {limit}
      </p>
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
    </div>
  )
}
