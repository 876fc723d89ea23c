import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { useRead } from '#client/api/queries.ts'
import { ColumnMenu } from '#ui/data-table/column-menu.tsx'
import { useListAddress } from '#ui/data-table/list-address.ts'
import { ResourceList } from '#ui/data-table/resource-list.tsx'
import { useSelection } from '#ui/data-table/selection.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import type { Application } from '../contract.ts'
import { applicationColumns } from './application-columns.tsx'
import { ApplicationFilters } from './application-filters.tsx'
import { ApplicationMenu } from './application-menu.tsx'
import { BatchBar } from './batch-bar.tsx'
import { BatchDialog } from './batch-dialog.tsx'
import { ChangeStatusDialog } from './change-status-dialog.tsx'
import { DeleteApplicationDialog } from './delete-application-dialog.tsx'
import { ExportMenu } from './export-menu.tsx'
import { fullName } from './labels.ts'
import { defaultOrdering, filterNames, filtersOf, orderingOf } from './list-filters.ts'
import { type StatusChanged, UndoStrip } from './undo-strip.tsx'
import { useNames } from './use-names.ts'

type Open = { dialog: 'status' | 'delete'; application: Application } | { dialog: 'batch' }

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
  const selection = useSelection(data?.results.map(({ id }) => id) ?? [], JSON.stringify(filters))
  const nameOf = useNames(data?.results)
  const [open, setOpen] = useState<Open>()
  const [change, setChange] = useState<StatusChanged>()
  const close = () => setOpen(undefined)
  const columns = useMemo(() => applicationColumns(address.search), [address.search])
  // A dialog shows its row as it is by now, in case somebody else has changed it.
  const current = (application: Application) =>
    data?.results.find(({ id }) => id === application.id) ?? application

  return (
    <>
      <PageHeading
        title="Applications"
        actions={
          <>
            <ColumnMenu columns={columns} address={address} />
            <ExportMenu filters={filters} ordering={ordering} />
          </>
        }
      />
      <ResourceList
        label="Applications"
        noun="applications"
        address={address}
        columns={columns}
        page={data}
        isStale={isPlaceholderData}
        problem={error ? parseApiError(error).detail : undefined}
        onRetry={refetch}
        rowId={({ id }) => id}
        rowName={fullName}
        defaultOrdering={defaultOrdering}
        selection={selection}
        filterNames={filterNames}
        filters={<ApplicationFilters address={address} />}
        above={<UndoStrip change={change} onDone={() => setChange(undefined)} />}
        below={
          <BatchBar
            selection={selection}
            filters={filters}
            totalItems={data?.total_items ?? 0}
            onChangeStatus={() => setOpen({ dialog: 'batch' })}
          />
        }
        emptyText="New applications appear here as they come in."
        rowMenu={(application) => (
          <ApplicationMenu
            application={application}
            search={address.search}
            onChangeStatus={() => setOpen({ dialog: 'status', application })}
            onDelete={() => setOpen({ dialog: 'delete', application })}
          />
        )}
      />
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
    </>
  )
}
