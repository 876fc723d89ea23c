import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { useRead } from '#client/api/queries.ts'
import { Button } from '#ui/button.tsx'
import { ColumnMenu } from '#ui/data-table/column-menu.tsx'
import { useListAddress } from '#ui/data-table/list-address.ts'
import { ResourceList } from '#ui/data-table/resource-list.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { Cohort } from '../contract.ts'
import { cohortOrders, cohortStatuses } from '../validation.ts'
import { cohortColumns } from './cohort-columns.tsx'
import { CohortDialog } from './cohort-dialog.tsx'
import { CohortMenu } from './cohort-menu.tsx'
import { cohortStatusOptions } from './cohort-status.tsx'
import { DeleteCohortDialog } from './delete-cohort-dialog.tsx'

const filterNames = ['status'] as const
type Open = { dialog: 'new' } | { dialog: 'edit' | 'delete'; cohort: Cohort }

/** Every cohort, drafts too. */
export function CohortTable() {
  const address = useListAddress()
  const list = useRead(
    'cohorts.list',
    {
      status: address.oneOf('status', cohortStatuses) ?? 'all',
      search: address.get('search').slice(0, 200),
      ordering: address.oneOf('ordering', cohortOrders),
      page: address.page,
      page_size: address.pageSize,
    },
    { placeholderData: keepPreviousData },
  )
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const columns = useMemo(() => cohortColumns((cohort) => setOpen({ dialog: 'edit', cohort })), [])

  return (
    <>
      <PageHeading
        title="Cohorts"
        actions={
          <>
            <ColumnMenu columns={columns} address={address} />
            <Button size="sm" onClick={() => setOpen({ dialog: 'new' })}>
              <Plus aria-hidden="true" className="size-4" />
              New cohort
            </Button>
          </>
        }
      />
      <ResourceList
        label="Cohorts"
        noun="cohorts"
        address={address}
        columns={columns}
        page={list.data}
        isStale={list.isPlaceholderData}
        problem={list.error ? parseApiError(list.error).detail : undefined}
        onRetry={list.refetch}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        defaultOrdering="deadline"
        filterNames={filterNames}
        filters={
          <SelectField
            label="Status"
            placeholder="Any status"
            options={cohortStatusOptions}
            value={address.get('status')}
            onChange={(event) => address.set({ status: event.target.value })}
          />
        }
        rowMenu={(cohort) => (
          <CohortMenu
            cohort={cohort}
            onEdit={() => setOpen({ dialog: 'edit', cohort })}
            onDelete={() => setOpen({ dialog: 'delete', cohort })}
          />
        )}
      />
      {open?.dialog === 'new' && <CohortDialog onClose={close} />}
      {open?.dialog === 'edit' && <CohortDialog cohort={open.cohort} onClose={close} />}
      <DeleteCohortDialog
        cohort={open?.dialog === 'delete' ? open.cohort : undefined}
        onClose={close}
      />
    </>
  )
}
