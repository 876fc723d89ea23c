import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx'
import { parseApiError } from '../../api/errors.ts'

type NotLoadedProps = {
  /** The query's error. */
  error: Error | null
  refetch: () => unknown
  /** The placeholder: so many lines of text, or a block with these classes. */
  lines?: number
  block?: string
}

/** Shown in place of data: a placeholder while it loads, or why it could not be loaded. */
export function NotLoaded({ error, refetch, lines = 3, block }: NotLoadedProps) {
  if (error) return <ErrorState text={parseApiError(error).detail} onRetry={refetch} />
  return (
    <>
      <span role="status" className="sr-only">
        Loading...
      </span>
      {block ? <Skeleton className={block} /> : <SkeletonText lines={lines} />}
    </>
  )
}
