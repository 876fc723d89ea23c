import { classNames } from './class-names.ts'

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

/** A card that is still to come: a picture, a title and some text. */
export function SkeletonCard() {
  return (
    <div className="overflow-hidden rounded bg-raised shadow-low">
      <Skeleton className="aspect-16/9 w-full rounded-none" />
      <div className="p-6">
        <Skeleton className="h-3.5 w-24" />
        <Skeleton className="mt-4 h-6 w-4/5" />
        <SkeletonText />
      </div>
    </div>
  )
}
