import { classNames } from '../class-names.ts'

/** A placeholder of loading content. Its parent needs `aria-busy` and a text for screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block shimmer',
        !className?.includes('rounded') && 'rounded-sm',
        className ?? 'h-4 w-full',
      )}
    />
  )
}

const widths = ['w-full', 'w-11/12', 'w-4/5', 'w-full', 'w-2/3']

/** A placeholder of lines of text. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return Array.from({ length: lines }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines are never reordered
    <Skeleton key={line} className={`mt-2.5 h-3.5 ${widths[line % widths.length]}`} />
  ))
}
