import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { useListUrl } from '#ui/data-table/list-url.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { useIsStaying } from '#ui/use-is-staying.ts'
import {
  type ProcedureInput,
  type ProcedureName,
  type ProcedureOutput,
  ReadsPaused,
  readOptions,
  useRead,
} from '../../api/queries.ts'
import { useDeselect } from '../list/use-list-selection.ts'
import { DeleteDialog, type DeleteDialogProps } from '../undo/delete-dialog.tsx'
import { BackLink } from './back-link.tsx'
import { RowNotLoaded } from './row-not-loaded.tsx'
import { useTitle } from './use-title.ts'

/** The procedures that return one row. */
type DetailProcedure = {
  [Name in ProcedureName]: ProcedureOutput<Name> extends { id: number } ? Name : never
}[ProcedureName] &
  `${string}.get`

type RowOf<Name extends DetailProcedure> = ProcedureOutput<Name> & { id: number }

/** The procedures that read something by the id of one row. */
type ReadById = {
  [Name in ProcedureName]: { id: number } extends ProcedureInput<Name>
    ? object extends ProcedureInput<Name>
      ? never
      : Name
    : never
}[ProcedureName]

type DetailPageProps<Name extends DetailProcedure> = {
  procedure: Name
  id: number
  /** More of the row that is loaded first: it stands above other parts of the page, and would push them down. */
  waitsFor?: readonly ReadById[]
  /** The singular name of the row, such as 'application'. */
  noun: string
  list: { path: string; title: string }
  rowName: (row: RowOf<Name>) => string
  /** The line below the name. */
  text: (row: RowOf<Name>) => ReactNode
  /** The buttons after 'Delete'. */
  actions?: (row: RowOf<Name>) => ReactNode
  deletion: Pick<DeleteDialogProps<RowOf<Name>>, 'procedure' | 'text'> & {
    rowName?: DeleteDialogProps<RowOf<Name>>['rowName']
  }
  /** Shown opposite the link back to the list. */
  navigation?: ReactNode
  /** Why the row may not exist. */
  goneText?: string
  children: (row: RowOf<Name>) => ReactNode
}

/** The state of a link to a row from another page than its list: where the way back leads. */
export type WayBack = { back: { to: string; text: string } }

/** The page of one row, with a link back to the list with its filters. */
export function DetailPage<Name extends DetailProcedure>(props: DetailPageProps<Name>) {
  const { procedure, id, noun, list, rowName, deletion } = props
  const { search } = useListUrl()
  const navigate = useNavigate()
  const isStaying = useIsStaying()
  const deselect = useDeselect(procedure)
  const [deleting, setDeleting] = useState<'asked' | 'done'>()
  const read = useRead(
    procedure,
    { id } as ProcedureInput<Name>,
    // Once its deletion was asked for, neither the row, nor more of it, nor those beside it are fetched: that would give
    // a 404 before the page is left.
    { enabled: !deleting },
  )
  const more = useQueries({
    queries: (props.waitsFor ?? []).map((name) => ({
      ...readOptions(name as 'applications.get', { id }),
      enabled: !deleting,
    })),
  })
  const row = read.data as RowOf<Name> | undefined
  const listPath = `${list.path}${search}`
  const { back } = (useLocation().state ?? {}) as Partial<WayBack>

  const name = row && rowName(row)
  useTitle(name)

  if (!row || more.some(({ isFetched }) => !isFetched)) {
    return (
      <RowNotLoaded read={read} noun={noun} listPath={listPath} seed="gone" text={props.goneText}>
        <Skeleton className="mb-6 h-5 w-32" />
        <Skeleton className="mb-3 h-9 w-72 max-w-full" />
        <Skeleton className="mb-8 h-5 w-48" />
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <Skeleton className="h-96 w-full rounded" />
          <Skeleton className="h-[70dvh] w-full rounded" />
        </div>
      </RowNotLoaded>
    )
  }

  return (
    <>
      <nav aria-label={list.title} className="mb-4 flex items-center justify-between gap-4">
        <BackLink to={listPath} row={id} {...back} />
        {!deleting && props.navigation}
      </nav>
      <PageHeading
        title={name}
        text={<span className="flex flex-wrap items-center gap-2">{props.text(row)}</span>}
        actions={
          <>
            <Button variant="quiet" onClick={() => setDeleting('asked')}>
              Delete
            </Button>
            {props.actions?.(row)}
          </>
        }
      />
      <ReadsPaused value={deleting !== undefined}>
        {deleting !== 'done' && props.children(row)}
      </ReadsPaused>
      <DeleteDialog
        rowName={rowName}
        {...deletion}
        row={deleting === 'asked' ? row : undefined}
        onClose={() => setDeleting((now) => (now === 'done' ? now : undefined))}
        onDeleted={() => {
          // The forms of the row go first: they would keep the page from being left with what was typed.
          flushSync(() => setDeleting('done'))
          deselect(id)
          if (isStaying()) navigate(back?.to ?? listPath, { replace: true })
        }}
      />
    </>
  )
}
