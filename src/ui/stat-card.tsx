import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#shared/format.ts'
import { QuietFailure } from './feedback/quiet-failure.tsx'
import { Skeleton } from './feedback/skeleton.tsx'

type StatCardProps = {
  label: string
  /** The number, or undefined while it is loading. */
  value: number | undefined
  /** The path of the list that is counted. */
  to: string
  text?: ReactNode
  /** Whether the number could not be loaded. */
  isFailed?: boolean
  onRetry: () => unknown
}

/** A number that links to the list that it counts, in a grid where those beside it share their rows. */
export function StatCard({ label, value, to, text, isFailed, onRetry }: StatCardProps) {
  if (isFailed && value === undefined) {
    return (
      <div className="row-span-3 rounded bg-raised p-4 shadow-low">
        <QuietFailure what={label} onRetry={onRetry} />
      </div>
    )
  }
  return (
    <Link
      to={to}
      className="group row-span-3 grid grid-rows-subgrid gap-y-0 rounded bg-raised p-4 shadow-low ring-primary ring-inset hover:ring-2"
    >
      <span className="text-muted text-sm group-hover:text-primary">{label}</span>
      {value === undefined ? (
        <Skeleton className="mt-1 h-[1lh] w-16 text-3xl" />
      ) : (
        <span className="mt-1 font-extrabold text-3xl tabular-nums">{formatCount(value)}</span>
      )}
      <span className="mt-1 min-h-[1lh] text-muted text-sm">{text}</span>
    </Link>
  )
}
