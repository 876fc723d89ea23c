import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { parseApiError } from '../../api/errors.ts'

type RowNotLoadedProps = {
  read: { error: Error | null; refetch: () => unknown }
  /** The singular name of the row, such as 'event'. */
  noun: string
  listPath: string
  seed: string
  /** Why there may be none. */
  text?: string
  /** The placeholder while it loads. */
  children: ReactNode
}

/** Shown in place of a row: that it is loading, that there is none, or why it could not be loaded. */
export function RowNotLoaded(props: RowNotLoadedProps) {
  const { read, noun, listPath, seed, text = 'It may have been deleted.', children } = props
  const { error, refetch } = read
  if (!error) {
    return (
      <div role="status">
        <span className="sr-only">Loading the {noun}...</span>
        {children}
      </div>
    )
  }
  const { status, detail } = parseApiError(error)
  const isGone = status === 404 || status === 400
  if (!isGone) return <ErrorState text={detail} onRetry={refetch} />
  return (
    <>
      <h1 className="sr-only">No such {noun}</h1>
      <EmptyState
        seed={seed}
        title={`There is no such ${noun}`}
        text={text}
        action={<ButtonLink to={listPath}>Back to the list</ButtonLink>}
      />
    </>
  )
}
