import { formatLocalDate } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { MainCell } from '#ui/data-table/main-cell.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Application } from '../contract.ts'
import { formatBirthDate, genderLabels, levelLabel } from './applicant-labels.ts'
import { applicationStatusLooks } from './application-status.ts'

/** The columns of the list. @param search the list's query string, which the links keep */
export const applicationColumns = (search: string): DataColumn<Application>[] => [
  {
    id: 'name',
    header: 'Applicant',
    ordering: 'name',
    isMain: true,
    className: 'min-w-52 max-w-80',
    cell: (application) => (
      <MainCell
        name={fullName(application)}
        text={<EmailText address={application.email} />}
        to={`/dashboard/applications/${application.id}${search}`}
      />
    ),
  },
  {
    id: 'status',
    header: 'Status',
    ordering: 'status',
    cell: ({ status }) => <StatusBadge looks={applicationStatusLooks} status={status} />,
  },
  {
    id: 'cohort',
    header: 'Cohort',
    ordering: 'cohort',
    className: 'min-w-36 max-w-64',
    cell: ({ cohort_name }) => <span className="line-clamp-2">{cohort_name}</span>,
  },
  {
    id: 'tech_stack',
    header: 'Tech stack',
    className: 'min-w-40 max-w-64',
    cell: ({ tech_stack_name }) => <span className="line-clamp-2">{tech_stack_name}</span>,
  },
  { id: 'level', header: 'Level', cell: ({ level }) => levelLabel(level), isHiddenAtFirst: true },
  timeColumn('created_at', 'Applied', formatLocalDate, {
    ordering: 'created_at',
    isDescendingFirst: true,
    className: 'tabular-nums',
  }),
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
  {
    id: 'gender',
    header: 'Gender',
    isHiddenAtFirst: true,
    cell: ({ gender }) => genderLabels[gender],
  },
  {
    id: 'date_of_birth',
    header: 'Born',
    className: 'whitespace-nowrap',
    isHiddenAtFirst: true,
    cell: ({ date_of_birth }) => formatBirthDate(date_of_birth),
  },
  {
    id: 'identification',
    header: 'National ID',
    className: 'tabular-nums',
    isHiddenAtFirst: true,
    cell: ({ identification }) => identification,
  },
]
