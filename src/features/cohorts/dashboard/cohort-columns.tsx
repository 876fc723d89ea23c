import { formatDate } from '#shared/format.ts'
import type { DataColumn } from '#ui/data-table/columns.ts'
import type { Cohort } from '../contract.ts'
import { CohortStatus } from './cohort-status.tsx'
import { RegisteredBar } from './registered-bar.tsx'
import { formatDeadline } from './written-deadline.ts'

/** The columns of the list. @param onEdit what a press on a cohort's name does */
export const cohortColumns = (onEdit: (cohort: Cohort) => void): DataColumn<Cohort>[] => [
  {
    id: 'name',
    header: 'Cohort',
    ordering: 'name',
    isMain: true,
    className: 'min-w-48 max-w-80',
    cell: (cohort) => (
      <button
        type="button"
        onClick={() => onEdit(cohort)}
        className="min-h-6 text-left font-semibold underline-offset-4 hover:underline"
      >
        {cohort.name}
      </button>
    ),
  },
  { id: 'status', header: 'Status', cell: (cohort) => <CohortStatus cohort={cohort} /> },
  {
    id: 'registered',
    header: 'Registered',
    ordering: 'total_registered',
    isDescendingFirst: true,
    cell: (cohort) => <RegisteredBar registered={cohort.total_registered} limit={cohort.limit} />,
  },
  {
    id: 'deadline',
    header: 'Deadline',
    ordering: 'deadline',
    className: 'min-w-36',
    cell: formatDeadline,
  },
  {
    id: 'start',
    header: 'Start',
    ordering: 'start',
    className: 'whitespace-nowrap',
    cell: ({ start }) => formatDate(start),
  },
  {
    id: 'end',
    header: 'End',
    className: 'whitespace-nowrap',
    cell: ({ end }) => formatDate(end),
  },
]
