import { Skeleton } from './skeleton.tsx'

/** A page about one thing, with a file beside it, that is still to come. @param what 'the application' */
export function DetailSkeleton({ what }: { what: string }) {
  return (
    <div role="status">
      <span className="sr-only">Loading {what}...</span>
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
