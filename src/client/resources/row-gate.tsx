import { type ReactNode, useEffect, useState } from 'react'
import { company } from '#shared/company.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { parseApiError } from '../api/errors.ts'
import {
  type ProcedureInput,
  type ProcedureName,
  type ProcedureOutput,
  useRead,
} from '../api/queries.ts'

type RowGateProps<Name extends ProcedureName> = {
  /** Reads one row by its id. */
  procedure: Name
  id: number
  /** The singular name of the row, such as 'event'. */
  noun: string
  /** The title of the page. */
  titleOf: (row: ProcedureOutput<Name>) => string
  listPath: string
  /** For a form, which keeps the version that it begins with. */
  isFresh?: boolean | undefined
  /** @param onDeleting stops reading the row, or goes on: it would give a 404 before the page is left */
  children: (row: ProcedureOutput<Name>, onDeleting: (isDeleting: boolean) => void) => ReactNode
}

/** Loads a row for pages of their own making, and says so when it is gone. */
export function RowGate<Name extends ProcedureName>(props: RowGateProps<Name>) {
  const { procedure, id, noun, titleOf, listPath, isFresh = false, children } = props
  const [isDeleting, setIsDeleting] = useState(false)
  const read = useRead(procedure, { id } as ProcedureInput<Name>, {
    ...(isFresh && { staleTime: 0 }),
    enabled: !isDeleting,
  })
  const { error, refetch } = read
  const row = isFresh && !read.isFetchedAfterMount ? undefined : read.data
  const title = row && titleOf(row)
  useEffect(() => {
    if (title) document.title = `${title} · ${company.name}`
  }, [title])

  if (row) return children(row, setIsDeleting)
  if (!error) {
    return (
      <div role="status">
        <span className="sr-only">Loading the {noun}...</span>
        <Skeleton className="mb-6 h-5 w-32" />
        <Skeleton className="mb-8 h-9 w-72 max-w-full" />
        <Skeleton className="h-96 w-full max-w-3xl rounded" />
      </div>
    )
  }
  const { status, detail } = parseApiError(error)
  if (status !== 404 && status !== 400) {
    return <ErrorState text={detail} onRetry={() => void refetch()} />
  }
  return (
    <>
      <h1 className="sr-only">No such {noun}</h1>
      <EmptyState
        seed={`no-${noun}`}
        title={`There is no such ${noun}`}
        text="It may have been deleted."
        action={<ButtonLink to={listPath}>Back to the list</ButtonLink>}
      />
    </>
  )
}
