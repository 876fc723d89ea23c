import { useRead, useWrite } from '#client/api/queries.ts'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { useStatusChange } from '#client/resources/status/use-status-change.ts'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { formatLocalDate } from '#shared/format.ts'
import { ButtonLink } from '#ui/button.tsx'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import {
  asOptions,
  choiceFilter,
  loadedFilter,
  readText,
  textFilter,
} from '#ui/data-table/filters.ts'
import { ListCount } from '#ui/data-table/list-footer.tsx'
import { MainCell } from '#ui/data-table/main-cell.tsx'
import { ArrowUpDown } from '#ui/icons.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { MenuItem, MenuLink } from '#ui/overlays/menu.tsx'
import { PersonMark } from '#ui/portrait.tsx'
import { type StatusLooks, statusLabels } from '#ui/status-badge.tsx'
import { StatusMenu } from '#ui/status-menu.tsx'
import type { ListedMember, MemberStatus, TeamMember } from '../contract.ts'

const MemberDialog = lazyComponent(() => import('./member-dialog.tsx'), 'MemberDialog')

const memberName = ({ full_name }: TeamMember) => full_name

const memberStatusLooks: StatusLooks<MemberStatus> = {
  ACTIVE: { label: 'Active', tone: 'success' },
  INACTIVE: { label: 'Inactive', tone: 'neutral' },
}

const useRoles = () => asOptions(useRead('team.labels', undefined).data?.roles)
const useDepartments = () => asOptions(useRead('team.labels', undefined).data?.departments)

const listSpec = {
  filters: {
    search: textFilter('Search the team'),
    role: loadedFilter('Role', 'Any role', readText(60), useRoles),
    department: loadedFilter('Department', 'Any department', readText(60), useDepartments),
    status: choiceFilter('Status', 'Any status', statusLabels(memberStatusLooks)),
  },
  // Without a status, the API may return the visitors' list.
  always: { status: 'ALL' },
}

const isStaffRow = (row: ListedMember): row is TeamMember => row.updated_at !== undefined

/** Everybody of the team, in the order in which visitors see them. */
export function MemberTable() {
  const list = useResourceList('team.list', listSpec)
  const { strip, show } = useUndoStrip(<ListCount noun="member" page={list.page} />)
  const toggle = useWrite('team.toggleStatus')
  const { changeStatus } = useStatusChange<TeamMember, MemberStatus>({
    looks: memberStatusLooks,
    rowName: memberName,
    send: ({ id, updated_at }) => toggle.mutateAsync({ id, expected_updated_at: updated_at }),
    show,
  })
  const other = ({ status }: TeamMember) => (status === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE')

  return (
    <ResourcePage
      title="Team"
      text="Visitors see the active members on the page about us."
      plural="members"
      views="team"
      list={{
        ...list,
        page: list.page && { ...list.page, results: list.page.results.filter(isStaffRow) },
      }}
      columns={(open) => memberColumns(open, changeStatus)}
      rowName={memberName}
      actions={
        <ButtonLink variant="secondary" size="sm" to="/dashboard/team/order">
          <ArrowUpDown aria-hidden="true" className="size-4" />
          Order
        </ButtonLink>
      }
      emptyText="Whoever visitors should know by name and face."
      editor={{ noun: 'member', Dialog: MemberDialog }}
      deletion={{ procedure: 'team.delete' }}
      rowMenu={(member) => (
        <>
          <MenuItem onSelect={() => changeStatus(member, other(member))}>
            Make {other(member).toLowerCase()}
          </MenuItem>
          {member.status === 'ACTIVE' && <MenuLink to="/who-we-are#team">See on the site</MenuLink>}
        </>
      )}
      above={strip}
    />
  )
}

const memberColumns = (
  open: (member: TeamMember) => void,
  changeStatus: (member: TeamMember, status: MemberStatus) => unknown,
): DataColumn<TeamMember>[] => [
  {
    id: 'name',
    header: 'Name',
    isMain: true,
    className: 'min-w-60 max-w-96',
    cell: (member) => (
      <div className="flex items-center gap-3 sm:py-1">
        <PersonMark {...member} className="w-10" />
        <MainCell name={member.full_name} text={member.position} onOpen={() => open(member)} />
      </div>
    ),
  },
  { id: 'role', header: 'Role', className: 'max-w-52', cell: ({ role }) => role || '–' },
  {
    id: 'department',
    header: 'Department',
    className: 'max-w-52',
    cell: ({ department }) => department || '–',
  },
  {
    id: 'status',
    header: 'Status',
    cell: (member) => (
      <StatusMenu
        looks={memberStatusLooks}
        status={member.status}
        name={member.full_name}
        onSelect={(status) => changeStatus(member, status)}
      />
    ),
  },
  timeColumn('updated_at', 'Changed', formatLocalDate, {
    isHiddenAtFirst: true,
    className: 'tabular-nums',
  }),
]
