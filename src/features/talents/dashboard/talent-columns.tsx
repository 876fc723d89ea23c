import { Link } from 'react-router'
import { formatLocalDate } from '#shared/format.ts'
import type { DataColumn } from '#ui/data-table/columns.ts'
import { EmailText } from '#ui/email-text.tsx'
import type { Talent } from '../contract.ts'
import { availabilityLabels, workModeLabels } from '../validation.ts'
import { experienceOf, fullName } from './labels.ts'
import { TalentStatusBadge } from './status-badge.tsx'

/** The columns of the list. @param search the list's query, which the links keep */
export const talentColumns = (search: string): DataColumn<Talent>[] => [
  {
    id: 'name',
    header: 'Talent',
    ordering: 'name',
    isMain: true,
    className: 'min-w-48 max-w-80',
    cell: (talent) => (
      <div className="min-w-0">
        <Link
          to={`/dashboard/talents/${talent.id}${search}`}
          className="inline-block min-h-6 font-semibold underline-offset-4 hover:underline"
        >
          {fullName(talent)}
        </Link>
        <p className="line-clamp-2 text-muted text-xs">{talent.headline}</p>
      </div>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    ordering: 'status',
    cell: ({ status }) => <TalentStatusBadge status={status} />,
  },
  {
    id: 'skills',
    header: 'Skills',
    className: 'min-w-36 max-w-64',
    cell: ({ skills }) => <span className="line-clamp-2">{skills.join(', ')}</span>,
  },
  {
    id: 'experience',
    header: 'Experience',
    ordering: 'years',
    isDescendingFirst: true,
    className: 'whitespace-nowrap tabular-nums',
    cell: experienceOf,
  },
  {
    id: 'availability',
    header: 'Can start',
    className: 'min-w-28',
    cell: ({ availability }) => availabilityLabels[availability],
  },
  {
    id: 'created_at',
    header: 'Registered',
    ordering: 'created_at',
    isDescendingFirst: true,
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ created_at }) => formatLocalDate(created_at),
  },
  {
    id: 'location',
    header: 'Lives in',
    className: 'max-w-52',
    isHiddenAtFirst: true,
    cell: ({ location }) => location,
  },
  {
    id: 'work_mode',
    header: 'Wants to work',
    isHiddenAtFirst: true,
    cell: ({ work_mode }) => workModeLabels[work_mode],
  },
  {
    id: 'email',
    header: 'E-mail',
    className: 'max-w-72 wrap-anywhere',
    isHiddenAtFirst: true,
    cell: ({ email }) => <EmailText address={email} />,
  },
  {
    id: 'phone',
    header: 'Phone',
    className: 'whitespace-nowrap tabular-nums',
    isHiddenAtFirst: true,
    cell: ({ phone_number }) => phone_number,
  },
]
