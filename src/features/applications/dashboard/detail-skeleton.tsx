import { Skeleton } from '#ui/skeleton.tsx'

/** An application that is still to come. */
export function DetailSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading the application...</span>
      <Skeleton className="mb-6 h-5 w-32" />
      <Skeleton className="mb-3 h-9 w-72 max-w-full" />
      <Skeleton className="mb-8 h-5 w-48" />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Skeleton className="h-96 w-full rounded" />
        <Skeleton className="h-[70dvh] w-full rounded" />
      </div>
    </div>
  )
}
