import { type ReactNode, useState } from 'react'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import {
  type ProcedureInput,
  type ProcedureName,
  type ProcedureOutput,
  useRead,
} from '../../api/queries.ts'
import { RowNotLoaded } from './row-not-loaded.tsx'
import { useTitle } from './use-title.ts'

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
  isFresh?: boolean
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
  const row = isFresh && !read.isFetchedAfterMount ? undefined : read.data
  useTitle(row && titleOf(row))

  if (row) return children(row, setIsDeleting)
  return (
    <RowNotLoaded read={read} noun={noun} listPath={listPath} seed={`no-${noun}`}>
      <Skeleton className="mb-6 h-5 w-32" />
      <Skeleton className="mb-8 h-9 w-72 max-w-full" />
      <Skeleton className="h-96 w-full max-w-3xl rounded" />
    </RowNotLoaded>
  )
}
