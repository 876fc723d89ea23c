import { formatDateTime, formatLocalDate } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { emailColumn, phoneColumn } from '#ui/data-table/contact-columns.tsx'
import { MainCell, OneLine } from '#ui/data-table/main-cell.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { Copy, Hourglass, type IconComponent } from '#ui/icons.ts'
import { MenuItem } from '#ui/overlays/menu.tsx'
import { StatusMenu } from '#ui/status-menu.tsx'
import type { Application } from '../contract.ts'
import { type ApplicationStatus, genderLabels } from '../validation.ts'
import { formatBirthDate, levelLabel } from './applicant-labels.ts'
import { applicationStatusLooks } from './application-status.ts'
import { EmailMark } from './status-emails.tsx'

type ColumnOptions = {
  /** The list's query string, which the links keep. */
  search: string
  onStatus: (application: Application, status: ApplicationStatus) => void
  /** Opens the change of a status with a note. */
  onNote: (application: Application) => void
}

/** The columns of the list. */
export const applicationColumns = ({
  search,
  onStatus,
  onNote,
}: ColumnOptions): DataColumn<Application>[] => [
  {
    id: 'name',
    header: 'Applicant',
    ordering: 'name',
    isMain: true,
    className: 'sm:max-w-96',
    cell: (application) => (
      <MainCell
        name={fullName(application)}
        mark={<Marks application={application} />}
        text={<EmailText address={application.email} />}
        isOneLine
        to={`/dashboard/applications/${application.id}${search}`}
      />
    ),
  },
  {
    id: 'status',
    header: 'Status',
    ordering: 'status',
    cell: (application) => (
      <StatusMenu
        looks={applicationStatusLooks}
        mark={(status) => <EmailMark kind={status} cohort={application.cohort} />}
        status={application.status}
        name={fullName(application)}
        onSelect={(status) => onStatus(application, status)}
      >
        <MenuItem onSelect={() => onNote(application)}>Change with a note</MenuItem>
      </StatusMenu>
    ),
  },
  {
    id: 'cohort',
    header: 'Cohort',
    ordering: 'cohort',
    className: 'sm:max-w-44 xl:max-w-48 min-[100rem]:max-w-64',
    cell: ({ cohort_name }) => <OneLine text={cohort_name} />,
  },
  {
    id: 'tech_stack',
    header: 'Tech stack',
    className: 'sm:max-w-48 min-[100rem]:max-w-64',
    cell: ({ tech_stack_name }) => <OneLine text={tech_stack_name} />,
  },
  {
    id: 'assignee',
    header: 'Assigned to',
    className: 'sm:max-w-40',
    isHiddenAtFirst: true,
    cell: ({ assignee }) => assignee && <OneLine text={assignee.name} />,
  },
  {
    id: 'score',
    header: 'Score',
    ordering: 'score',
    isDescendingFirst: true,
    className: 'whitespace-nowrap tabular-nums',
    isHiddenAtFirst: true,
    cell: ({ score_mean, score_count }) =>
      score_mean === null
        ? score_count > 0 && `${score_count} hidden`
        : `${score_mean.toFixed(2)} (${score_count})`,
  },
  { id: 'level', header: 'Level', cell: ({ level }) => levelLabel(level), isHiddenAtFirst: true },
  timeColumn('created_at', 'Applied', formatLocalDate, {
    ordering: 'created_at',
    isDescendingFirst: true,
    className: 'tabular-nums',
  }),
  {
    id: 'waiting_since',
    header: 'Waiting since',
    ordering: 'waiting',
    className: 'whitespace-nowrap tabular-nums',
    isHiddenAtFirst: true,
    cell: ({ waiting_since }) => waiting_since && formatDateTime(waiting_since),
  },
  timeColumn('status_since', 'Status since', formatLocalDate, {
    isHiddenAtFirst: true,
    className: 'tabular-nums',
  }),
  emailColumn(),
  phoneColumn(({ phone_number }) => phone_number),
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

/** What is to be known at a glance. */
const Marks = ({ application }: { application: Application }) => (
  <span className="inline-flex gap-1.5 max-sm:ml-2 sm:self-center">
    {application.also_applied && <Mark icon={Copy} text="Also applied elsewhere" />}
    {application.waiting_since && <Mark icon={Hourglass} text="Waiting for a spot" />}
  </span>
)

const Mark = ({ icon: Icon, text }: { icon: IconComponent; text: string }) => (
  <span title={text} className="text-info">
    <Icon aria-hidden="true" className="size-4" />
    <span className="sr-only">{text}</span>
  </span>
)
