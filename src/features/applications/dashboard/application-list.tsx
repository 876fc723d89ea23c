import { keepPreviousData } from '@tanstack/react-query'
import { Keyboard } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { callProblem } from '#client/errors.ts'
import { useRead } from '#client/query.ts'
import { Button } from '#ui/button.tsx'
import { ColumnMenu } from '#ui/data-table/column-menu.tsx'
import { DataTable } from '#ui/data-table/data-table.tsx'
import { useListAddress } from '#ui/data-table/list-address.ts'
import { ListFooter } from '#ui/data-table/list-footer.tsx'
import { SearchBox } from '#ui/data-table/search-box.tsx'
import { useSelection } from '#ui/data-table/selection.ts'
import { useShortcuts } from '#ui/data-table/shortcuts.ts'
import { ShortcutsDialog } from '#ui/data-table/shortcuts-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { Application } from '../contract.ts'
import { applicationColumns } from './application-columns.tsx'
import { ApplicationFilters, ClearFilters } from './application-filters.tsx'
import { ApplicationMenu } from './application-menu.tsx'
import { BatchBar } from './batch-bar.tsx'
import { BatchDialog } from './batch-dialog.tsx'
import { ChangeStatusDialog } from './change-status-dialog.tsx'
import { DeleteApplicationDialog } from './delete-application-dialog.tsx'
import { ExportMenu } from './export-menu.tsx'
import { fullName } from './labels.ts'
import { defaultOrdering, filtersOf, orderingOf } from './list-filters.ts'
import { type StatusChanged, UndoStrip } from './undo-strip.tsx'
import { useNames } from './use-names.ts'

type Open =
  | { dialog: 'status' | 'delete'; application: Application }
  | { dialog: 'batch' | 'shortcuts' }

/** Every application: searched, filtered, sorted and paged by the server, changed alone or in numbers. */
export function ApplicationList() {
  const address = useListAddress()
  const filters = filtersOf(address)
  const ordering = orderingOf(address)
  const { data, error, refetch, isPlaceholderData } = useRead(
    'applications.list',
    { ...filters, ordering, page: address.page, page_size: address.pageSize },
    { placeholderData: keepPreviousData },
  )
  const rows = data?.results
  const selection = useSelection(rows?.map(({ id }) => id) ?? [], JSON.stringify(filters))
  const nameOf = useNames(rows)
  const [open, setOpen] = useState<Open>()
  const [change, setChange] = useState<StatusChanged>()
  const close = () => setOpen(undefined)
  const columns = useMemo(() => applicationColumns(address.search), [address.search])

  const searchInput = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useShortcuts({
    search: searchInput,
    list,
    onSelect: (id, isRange) => selection.toggle(id, !selection.has(id), isRange),
    onHelp: () => setOpen({ dialog: 'shortcuts' }),
  })

  // A page past the end, such as after its last row was deleted, gives way to the last one there is.
  const lastPage = data && !isPlaceholderData ? Math.max(1, data.total_pages) : undefined
  const isPastEnd = lastPage !== undefined && address.page > lastPage
  useEffect(() => {
    if (isPastEnd) address.set({ page: lastPage }, { replace: true })
  })

  const problem = error && <ErrorState text={callProblem(error).detail} onRetry={refetch} />
  const isEmpty = data?.total_items === 0 && (
    <EmptyState
      seed="applications"
      title="No applications match"
      text="Try fewer filters or other words. New applications appear here as they come in."
      action={<ClearFilters address={address} />}
    />
  )
  // The dialog shows the row as it is by now, in case somebody else has changed it.
  const current = (application: Application) =>
    rows?.find(({ id }) => id === application.id) ?? application

  return (
    <div ref={list}>
      <PageHeading
        title="Applications"
        actions={
          <>
            <Button
              variant="quiet"
              size="icon"
              aria-label="Keyboard shortcuts"
              className="max-md:hidden"
              onClick={() => setOpen({ dialog: 'shortcuts' })}
            >
              <Keyboard aria-hidden="true" className="size-5" />
            </Button>
            <ColumnMenu columns={columns} address={address} />
            <ExportMenu filters={filters} ordering={ordering} />
          </>
        }
      />
      <div className="mb-4 flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <SearchBox label="Search applications" address={address} ref={searchInput} />
          <ClearFilters address={address} />
        </div>
        <ApplicationFilters address={address} />
      </div>
      <UndoStrip change={change} onDone={() => setChange(undefined)} />
      <DataTable
        label="Applications"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={fullName}
        address={address}
        defaultOrdering={defaultOrdering}
        selection={selection}
        isStale={isPlaceholderData}
        note={problem || isEmpty || undefined}
        rowMenu={(application) => (
          <ApplicationMenu
            application={application}
            search={address.search}
            onChangeStatus={() => setOpen({ dialog: 'status', application })}
            onDelete={() => setOpen({ dialog: 'delete', application })}
          />
        )}
      />
      <BatchBar
        selection={selection}
        filters={filters}
        totalItems={data?.total_items ?? 0}
        onChangeStatus={() => setOpen({ dialog: 'batch' })}
      />
      {data && data.total_items > 0 && (
        <div className="mt-4">
          <ListFooter
            address={address}
            totalItems={data.total_items}
            totalPages={data.total_pages}
          />
        </div>
      )}
      {open?.dialog === 'status' && (
        <ChangeStatusDialog
          application={current(open.application)}
          onClose={close}
          onChanged={setChange}
        />
      )}
      {open?.dialog === 'batch' && (
        <BatchDialog
          ids={[...selection.ids]}
          nameOf={nameOf}
          onClose={close}
          onDone={({ failed, unsent }) =>
            selection.replace([...failed.map(({ id }) => id), ...unsent])
          }
        />
      )}
      <DeleteApplicationDialog
        application={open?.dialog === 'delete' ? open.application : undefined}
        onClose={close}
      />
      <ShortcutsDialog isOpen={open?.dialog === 'shortcuts'} onClose={close} />
    </div>
  )
}
