import { useNotifiedWrite } from '#client/api/use-notified-write.ts'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { formatDate } from '#shared/format.ts'
import { Badge } from '#ui/badge.tsx'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { choiceFilter, setFilters, textFilter } from '#ui/data-table/filters.ts'
import { MainCell } from '#ui/data-table/main-cell.tsx'
import { MenuItem, MenuLink } from '#ui/overlays/menu.tsx'
import { PlacesBar } from '#ui/places-bar.tsx'
import { StatusBadge, statusLabels } from '#ui/status-badge.tsx'
import { useIsStaying } from '#ui/use-is-staying.ts'
import type { Cohort } from '../contract.ts'
import { isPastDeadline, staffDeadlineText } from '../public/registration.ts'
import { cohortOrders } from '../validation.ts'
import { CohortDialog, cohortName, cohortStatusLooks } from './cohort-dialog.tsx'

const listSpec = {
  filters: {
    search: textFilter('Search cohorts'),
    status: choiceFilter('Status', 'Any status', statusLabels(cohortStatusLooks)),
  },
  orders: cohortOrders,
  defaultOrdering: 'deadline',
  always: { status: 'all' },
}

/** All cohorts, including drafts. */
export function CohortTable() {
  const list = useResourceList('cohorts.list', listSpec)
  const { listUrl } = list
  const update = useNotifiedWrite('cohorts.update')
  const writeCopy = useNotifiedWrite('cohorts.duplicate')
  const isStaying = useIsStaying()
  /**
   * The copy is opened at once: its name and dates want a look. The list then shows it, whatever it was filtered by.
   */
  const duplicate = ({ id, name }: Cohort, openRow: (cohort: Cohort) => void) =>
    writeCopy({ id }, (copy) => {
      openRow(copy)
      if (isStaying() && setFilters(listUrl, listSpec.filters).length > 0) {
        listUrl.set({ search: copy.name, status: undefined })
      }
      return `${copy.name} is a draft like ${name}, a month later, with its criteria and emails.`
    })
  const setStatus = ({ id }: Cohort, status: 'open' | 'closed') =>
    update({ id, status }, (changed) => registrationMessage(changed, status))

  return (
    <ResourcePage
      title="Cohorts"
      plural="cohorts"
      views="cohorts"
      list={list}
      columns={cohortColumns}
      rowName={cohortName}
      editor={{ noun: 'cohort', Dialog: CohortDialog }}
      deletion={{ procedure: 'cohorts.delete' }}
      rowMenu={(cohort, openRow) => (
        <>
          {cohort.status === 'open' || cohort.status === 'full' ? (
            <MenuItem onSelect={() => setStatus(cohort, 'closed')}>Close registration</MenuItem>
          ) : (
            <MenuItem onSelect={() => setStatus(cohort, 'open')}>Open registration</MenuItem>
          )}
          <MenuItem onSelect={() => duplicate(cohort, openRow)}>Duplicate a month on</MenuItem>
          <MenuLink to={`/dashboard/cohorts/${cohort.id}/board${listUrl.search}`}>Board</MenuLink>
          <MenuLink to={`/dashboard/cohorts/${cohort.id}/criteria${listUrl.search}`}>
            Scoring criteria
          </MenuLink>
          <MenuLink to={`/dashboard/cohorts/${cohort.id}/emails${listUrl.search}`}>
            Emails to applicants
          </MenuLink>
          <MenuLink to={`/dashboard/applications?cohort_id=${cohort.id}`}>Applications</MenuLink>
          <MenuLink
            to={`/dashboard/applications?cohort_id=${cohort.id}&is_waiting=true&ordering=waiting`}
          >
            Waiting list
          </MenuLink>
        </>
      )}
    />
  )
}

/** The message after opening or closing a cohort: an open one may still accept no applications. */
function registrationMessage(cohort: Cohort, asked: 'open' | 'closed') {
  const isOver = isPastDeadline(cohort, new Date())
  const why = isOver ? 'its deadline has passed' : cohort.status === 'full' && 'it is full'
  if (asked === 'open' && why) {
    const message = `${cohort.name} is open, but nobody can apply: ${why}.`
    return { type: 'info', message } as const
  }
  return `${cohort.name} is ${asked} now.`
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
  {
    id: 'status',
    header: 'Status',
    cell: (cohort) =>
      cohort.status === 'open' && isPastDeadline(cohort, new Date()) ? (
        <Badge className="whitespace-nowrap">Deadline passed</Badge>
      ) : (
        <StatusBadge looks={cohortStatusLooks} status={cohort.status} />
      ),
  },
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
    cell: staffDeadlineText,
  },
  timeColumn('start', 'Start', formatDate, { ordering: 'start' }),
  timeColumn('end', 'End', formatDate),
]
