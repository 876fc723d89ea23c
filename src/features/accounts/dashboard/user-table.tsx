import { useState } from 'react'
import { useRead } from '#client/api/queries.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import { ResourcePage } from '#client/resources/list/resource-page.tsx'
import { useResourceList } from '#client/resources/list/use-resource-list.ts'
import { useUndoStrip } from '#client/resources/undo/use-undo-strip.tsx'
import { formatDateTime, formatLocalDate } from '#shared/format.ts'
import { type DataColumn, timeColumn } from '#ui/data-table/columns.ts'
import { choicesFilter, textFilter } from '#ui/data-table/filters.ts'
import { ListCount } from '#ui/data-table/list-footer.tsx'
import { MainCell } from '#ui/data-table/main-cell.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { MenuItem } from '#ui/overlays/menu.tsx'
import { StatusBadge, statusLabels } from '#ui/status-badge.tsx'
import type { UserRow } from '../contract.ts'
import { roleLabels } from './role-labels.ts'
import { type ConfirmedAction, UserConfirmDialog } from './user-confirm-dialog.tsx'
import { userName, userStatus, userStatusLooks } from './user-status.ts'

const UserDialog = lazyComponent(() => import('./user-dialog.tsx'), 'UserDialog')
const SetPasswordDialog = lazyComponent(
  () => import('./set-password-dialog.tsx'),
  'SetPasswordDialog',
)

const listSpec = {
  filters: {
    search: textFilter('Search users'),
    role: choicesFilter('Role', 'Any role', roleLabels),
    status: choicesFilter('Status', 'Any status', statusLabels(userStatusLooks)),
  },
}

/** All users. Actions that users may not perform on themselves are not offered. */
export function UserTable() {
  const own = useUser()
  const list = useResourceList('users.list', listSpec)
  const [open, setOpen] = useState<{ action: 'password' | ConfirmedAction; user: UserRow }>()
  const close = () => setOpen(undefined)
  const { strip, show } = useUndoStrip(<ListCount noun="user" page={list.page} />)
  // The dialogs ask for a code where the user's second factor is on: known before, no field comes late.
  useRead('accounts.secondFactor', undefined)
  const isOther = ({ id }: UserRow) => id !== own.id

  return (
    <>
      <ResourcePage
        title="Users"
        plural="users"
        views="users"
        list={list}
        columns={(edit) => userColumns(edit, own.id)}
        rowName={userName}
        editor={{ noun: 'user', Dialog: UserDialog }}
        above={strip}
        deletion={{
          procedure: 'users.delete',
          text: 'What they did stays in the histories, under their name.',
          isOffered: isOther,
        }}
        rowMenu={(user) => {
          const item = (action: 'password' | ConfirmedAction, label: string) => (
            <MenuItem onSelect={() => setOpen({ action, user })}>{label}</MenuItem>
          )
          return (
            <>
              {isOther(user) && item('password', 'Set a new password')}
              {user.invited_at && !user.disabled && item('invite', 'Invite again')}
              {isOther(user) && !user.invited_at && item('signOut', 'Sign out everywhere')}
              {user.second_factor && item('reset', 'Reset the second factor')}
              {isOther(user) && user.disabled && item('enable', 'Enable')}
              {isOther(user) && !user.disabled && item('disable', 'Disable')}
            </>
          )
        }}
      />
      {open?.action === 'password' && <SetPasswordDialog user={open.user} onClose={close} />}
      {open && open.action !== 'password' && (
        <UserConfirmDialog user={open.user} action={open.action} onClose={close} show={show} />
      )}
    </>
  )
}

const userColumns = (onEdit: (user: UserRow) => void, ownId: number): DataColumn<UserRow>[] => [
  {
    id: 'name',
    header: 'User',
    isMain: true,
    className: 'min-w-58 max-w-80',
    cell: (user) => (
      <MainCell
        name={user.name}
        mark={user.id === ownId && <span className="ml-2 text-muted text-xs">You</span>}
        text={<EmailText address={user.email} />}
        onOpen={() => onEdit(user)}
      />
    ),
  },
  { id: 'role', header: 'Role', cell: ({ role }) => roleLabels[role] },
  {
    id: 'status',
    header: 'Status',
    cell: (user) => <StatusBadge looks={userStatusLooks} status={userStatus(user)} />,
  },
  {
    id: 'second_factor',
    header: 'Second factor',
    cell: ({ second_factor }) => (second_factor ? 'On' : 'Off'),
  },
  timeColumn('last_seen_at', 'Last seen', formatDateTime, { none: 'Never' }),
  timeColumn('created_at', 'Created', formatLocalDate, { isHiddenAtFirst: true }),
]
