import { classNames } from '../class-names.ts'

/** A grey shape where something is still to come. Say `aria-busy` and what loads on what holds it. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block animate-pulse bg-line',
        !className?.includes('rounded') && 'rounded-sm',
        className ?? 'h-4 w-full',
      )}
    />
  )
}

const widths = ['w-full', 'w-11/12', 'w-4/5', 'w-full', 'w-2/3']

/** Lines of text that are still to come. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return Array.from({ length: lines }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
    <Skeleton key={line} className={`mt-2.5 h-3.5 ${widths[line % widths.length]}`} />
  ))
}
