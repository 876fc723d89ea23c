import { keepPreviousData } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useMemo, useState } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { useRead } from '#client/api/queries.ts'
import { ColumnMenu } from '#ui/data-table/column-menu.tsx'
import { useListAddress } from '#ui/data-table/list-address.ts'
import { ResourceList } from '#ui/data-table/resource-list.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#ui/overlays/menu.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { Talent } from '../contract.ts'
import { DeleteTalentDialog } from './delete-talent-dialog.tsx'
import { fullName } from './labels.ts'
import { statusOptions } from './status-badge.tsx'
import { talentColumns } from './talent-columns.tsx'
import { filterNames, filtersOf, orderingOf, TalentFilterFields } from './talent-filters.tsx'
import { useChangeStatus } from './use-change-status.ts'

/** Every talent who has registered: searched, filtered, sorted and paged by the server. */
export function TalentList() {
  const address = useListAddress()
  const list = useRead(
    'talents.list',
    {
      ...filtersOf(address),
      ordering: orderingOf(address),
      page: address.page,
      page_size: address.pageSize,
    },
    { placeholderData: keepPreviousData },
  )
  const [toDelete, setToDelete] = useState<Talent>()
  const changeStatus = useChangeStatus()
  const columns = useMemo(() => talentColumns(address.search), [address.search])

  return (
    <>
      <PageHeading
        title="Talents"
        text="People who registered to be introduced to employers."
        actions={<ColumnMenu columns={columns} address={address} />}
      />
      <ResourceList
        label="Talents"
        noun="talents"
        address={address}
        columns={columns}
        page={list.data}
        isStale={list.isPlaceholderData}
        problem={list.error ? parseApiError(list.error).detail : undefined}
        onRetry={list.refetch}
        rowId={({ id }) => id}
        rowName={fullName}
        defaultOrdering="-created_at"
        filterNames={filterNames}
        filters={<TalentFilterFields address={address} />}
        emptyText="New registrations appear here as they come in."
        rowMenu={(talent) => (
          <Menu
            size="icon"
            triggerLabel={`Actions for ${fullName(talent)}`}
            trigger={<Ellipsis aria-hidden="true" className="size-5" />}
          >
            <MenuLink to={`/dashboard/talents/${talent.id}${address.search}`}>Open</MenuLink>
            <MenuSeparator />
            {statusOptions
              .filter(({ value }) => value !== talent.status)
              .map(({ value, label }) => (
                <MenuItem key={value} onSelect={() => changeStatus(talent, value)}>
                  Mark as {label.toLowerCase()}
                </MenuItem>
              ))}
            <MenuSeparator />
            <MenuItem onSelect={() => setToDelete(talent)} isDanger>
              Delete
            </MenuItem>
          </Menu>
        )}
      />
      <DeleteTalentDialog talent={toDelete} onClose={() => setToDelete(undefined)} />
    </>
  )
}
