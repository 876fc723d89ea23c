import { useState } from 'react'
import { ResourcePage } from '#client/resources/resource-page.tsx'
import { useNotifiedWrite } from '#client/resources/use-notified-write.ts'
import { useResourceList } from '#client/resources/use-resource-list.ts'
import { formatDate } from '#shared/format.ts'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { choiceFilter, setFilters, textFilter } from '#ui/data-table/filters.ts'
import { MainCell } from '#ui/data-table/main-cell.tsx'
import { MenuItem, MenuLink } from '#ui/overlays/menu.tsx'
import { PlacesBar } from '#ui/places-bar.tsx'
import { statusLabels } from '#ui/status-badge.tsx'
import type { Cohort } from '../contract.ts'
import { cohortOrders } from '../validation.ts'
import { CohortDialog, cohortName } from './cohort-dialog.tsx'
import {
  CohortStatusBadge,
  cohortStatusLooks,
  formatDeadline,
  registrationMessage,
} from './cohort-status.tsx'

const listSpec = {
  filters: {
    search: textFilter('Search cohorts'),
    status: choiceFilter('Status', 'Any status', statusLabels(cohortStatusLooks)),
  },
  orders: cohortOrders,
  defaultOrdering: 'deadline',
  // Without a status, the API returns the visitors' list.
  always: { status: 'all' },
}

/** All cohorts, including drafts. */
export function CohortTable() {
  const list = useResourceList('cohorts.list', listSpec)
  const update = useNotifiedWrite('cohorts.update')
  const [copy, setCopy] = useState<Cohort>()
  const writeCopy = useNotifiedWrite('cohorts.duplicate')
  const { listUrl } = list
  /** The copy is opened at once: its name and dates want a look. The list then shows it, whatever it was filtered by. */
  const duplicate = ({ id, name }: Cohort) =>
    writeCopy({ id }, (made) => {
      setCopy(made)
      if (setFilters(listUrl, listSpec.filters).length > 0) {
        listUrl.set({ search: made.name, status: undefined })
      }
      return `${made.name} is a draft like ${name}, a month later.`
    })
  const setStatus = ({ id }: Cohort, status: 'open' | 'closed') =>
    update({ id, status }, (changed) => registrationMessage(changed, status))

  return (
    <>
      <ResourcePage
        title="Cohorts"
        plural="cohorts"
        views="cohorts"
        list={list}
        columns={cohortColumns}
        rowName={cohortName}
        create={{ label: 'New cohort', render: (close) => <CohortDialog onClose={close} /> }}
        dialog={{
          label: 'Edit',
          render: (cohort, close) => <CohortDialog cohort={cohort} onClose={close} />,
        }}
        deletion={{ procedure: 'cohorts.delete' }}
        rowMenu={(cohort) => (
          <>
            {cohort.status === 'open' || cohort.status === 'full' ? (
              <MenuItem onSelect={() => setStatus(cohort, 'closed')}>Close registration</MenuItem>
            ) : (
              <MenuItem onSelect={() => setStatus(cohort, 'open')}>Open registration</MenuItem>
            )}
            <MenuItem onSelect={() => duplicate(cohort)}>Duplicate a month on</MenuItem>
            <MenuLink to={`/dashboard/cohorts/${cohort.id}/board`}>Board</MenuLink>
            <MenuLink to={`/dashboard/cohorts/${cohort.id}/criteria`}>Scoring criteria</MenuLink>
            <MenuLink to={`/dashboard/cohorts/${cohort.id}/emails`}>Emails to applicants</MenuLink>
            <MenuLink to={`/dashboard/applications?cohort_id=${cohort.id}`}>Applications</MenuLink>
            <MenuLink
              to={`/dashboard/applications?cohort_id=${cohort.id}&is_waiting=true&ordering=waiting`}
            >
              Waiting list
            </MenuLink>
          </>
        )}
      />
      {copy && <CohortDialog cohort={copy} onClose={() => setCopy(undefined)} />}
    </>
  )
}

const cohortColumns = (onEdit: (cohort: Cohort) => void): DataColumn<Cohort>[] => [
  {
    id: 'name',
    header: 'Cohort',
    ordering: 'name',
    isMain: true,
    className: 'min-w-48 max-w-80 xl:min-w-54',
    cell: (cohort) => <MainCell name={cohort.name} onOpen={() => onEdit(cohort)} />,
  },
  { id: 'status', header: 'Status', cell: (cohort) => <CohortStatusBadge cohort={cohort} /> },
  {
    id: 'registered',
    header: 'Registered',
    ordering: 'total_registered',
    isDescendingFirst: true,
    cell: ({ total_registered, limit }) => <PlacesBar taken={total_registered} limit={limit} />,
  },
  {
    id: 'deadline',
    header: 'Deadline',
    ordering: 'deadline',
    className: 'min-w-36',
    cell: formatDeadline,
  },
  timeColumn('start', 'Start', formatDate, { ordering: 'start' }),
  timeColumn('end', 'End', formatDate),
]
