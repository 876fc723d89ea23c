import { formatLocalDate } from '#shared/format.ts'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { MainCell } from '#ui/data-table/main-cell.tsx'
import { PersonMark } from '#ui/portrait.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { StatusMenu } from '#ui/status-menu.tsx'
import type { Testimonial } from '../contract.ts'
import type { TestimonialStatus } from '../validation.ts'
import { testimonialStateLooks, testimonialStatusLooks } from './testimonial-status.ts'

type Columns = {
  open: (row: Testimonial) => void
  changeStatus: (row: Testimonial, status: TestimonialStatus) => unknown
}

export const testimonialColumns = ({ open, changeStatus }: Columns): DataColumn<Testimonial>[] => [
  {
    id: 'name',
    header: 'Who',
    isMain: true,
    className: 'min-w-52 max-w-80',
    cell: (row) => (
      <div className="flex items-center gap-3 sm:py-1">
        <PersonMark {...row} className="w-10" />
        <MainCell name={row.full_name} text={row.title} onOpen={() => open(row)} />
      </div>
    ),
  },
  {
    id: 'text',
    header: 'What they say',
    className: 'min-w-56 max-w-lg max-sm:[&>div]:ml-0 max-sm:[&>div]:max-w-none',
    cell: ({ description }) => (
      <p dir="auto" className="line-clamp-3 wrap-anywhere whitespace-normal max-sm:text-left">
        {description}
      </p>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: (row) => (
      <StatusMenu
        looks={testimonialStatusLooks}
        status={row.status}
        name={row.full_name}
        onSelect={(status) => changeStatus(row, status)}
      />
    ),
  },
  {
    id: 'visibility',
    header: 'Visibility',
    className: 'whitespace-nowrap',
    cell: ({ visibility, status }) =>
      !visibility ? (
        <StatusBadge looks={testimonialStateLooks} status="HIDDEN" />
      ) : status === 'APPROVED' ? (
        'Shown'
      ) : (
        <span className="text-muted">{status === 'PENDING' ? 'Once approved' : '–'}</span>
      ),
  },
  timeColumn('created_at', 'Received', formatLocalDate, {
    ordering: 'created_at',
    isDescendingFirst: true,
    className: 'tabular-nums',
  }),
]
