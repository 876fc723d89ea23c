import { formatLocalDate } from '#shared/format.ts'
import { fullName } from '#shared/full-name.ts'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { emailColumn, phoneColumn } from '#ui/data-table/contact-columns.tsx'
import { MainCell, OneLine } from '#ui/data-table/main-cell.tsx'
import { StatusMenu } from '#ui/status-menu.tsx'
import type { Talent } from '../contract.ts'
import { availabilityLabels, type TalentStatus, workModeLabels } from '../validation.ts'
import { talentExperience } from './talent-experience.ts'
import { talentStatusLooks } from './talent-status.ts'

/** The columns of the list. @param search the list's query string, which the links keep */
export const talentColumns = (
  search: string,
  onStatus: (talent: Talent, status: TalentStatus) => void,
): DataColumn<Talent>[] => [
  {
    id: 'name',
    header: 'Talent',
    ordering: 'name',
    isMain: true,
    className: 'sm:max-w-96',
    cell: (talent) => (
      <MainCell
        name={fullName(talent)}
        text={talent.headline}
        isOneLine
        to={`/dashboard/talents/${talent.id}${search}`}
      />
    ),
  },
  {
    id: 'status',
    header: 'Status',
    ordering: 'status',
    cell: (talent) => (
      <StatusMenu
        looks={talentStatusLooks}
        status={talent.status}
        name={fullName(talent)}
        onSelect={(status) => onStatus(talent, status)}
      />
    ),
  },
  {
    id: 'skills',
    header: 'Skills',
    className: 'sm:max-w-44 min-[100rem]:max-w-72',
    cell: ({ skills }) => <OneLine text={skills.join(', ')} />,
  },
  {
    id: 'experience',
    header: 'Experience',
    ordering: 'years',
    isDescendingFirst: true,
    className: 'whitespace-nowrap tabular-nums',
    cell: talentExperience,
  },
  {
    id: 'availability',
    header: 'Can start',
    isHiddenAtFirst: true,
    className: 'sm:max-w-44',
    cell: ({ availability }) => <OneLine text={availabilityLabels[availability]} />,
  },
  timeColumn('created_at', 'Registered', formatLocalDate, {
    ordering: 'created_at',
    isDescendingFirst: true,
    className: 'tabular-nums',
  }),
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
  emailColumn(),
  phoneColumn(({ phone_number }) => phone_number),
]
