/**
 * The progress of an upload or another task.
 * @param value percent, 0 to 100; undefined while the progress is unknown
 */
export function ProgressBar({ label, value }: { label: string; value?: number }) {
  const percent = value === undefined ? undefined : Math.round(Math.min(100, Math.max(0, value)))
  return (
    <div>
      <div aria-hidden="true" className="mb-1.5 flex justify-between gap-4 text-sm">
        <span className="truncate font-semibold">{label}</span>
        {percent !== undefined && <span className="text-muted tabular-nums">{percent}%</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-control/35"
      >
        {/* An SVG attribute, because the Content-Security-Policy blocks inline styles in the server's HTML. */}
        <svg aria-hidden="true" className="block size-full">
          <rect
            width={`${percent ?? 40}%`}
            height="100%"
            rx="4"
            className={percent === undefined ? 'animate-pulse fill-primary' : 'fill-primary'}
          />
        </svg>
      </div>
    </div>
  )
}
