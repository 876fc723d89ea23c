import { formatDateTime, formatLocalDate } from '#shared/format.ts'
import { Badge } from '#ui/badge.tsx'
import type { DataColumn } from '#ui/data-table/columns.ts'
import { EmailText } from '#ui/email-text.tsx'
import type { UserRow } from '../contract.ts'
import { roleLabels } from './role-labels.ts'

/** The columns of the list. @param onEdit what a press on a user's name does */
export const userColumns = (
  onEdit: (user: UserRow) => void,
  ownId: number,
): DataColumn<UserRow>[] => [
  {
    id: 'name',
    header: 'User',
    isMain: true,
    className: 'min-w-58 max-w-80',
    cell: (user) => (
      <div className="min-w-0">
        <button
          type="button"
          onClick={() => onEdit(user)}
          className="min-h-6 text-left font-semibold underline-offset-4 hover:underline"
        >
          {user.name}
        </button>
        {user.id === ownId && <span className="ml-2 text-muted text-xs">You</span>}
        <p className="line-clamp-2 text-muted text-xs">
          <EmailText address={user.email} />
        </p>
      </div>
    ),
  },
  { id: 'role', header: 'Role', cell: ({ role }) => roleLabels[role] },
  {
    id: 'status',
    header: 'Status',
    cell: ({ disabled }) =>
      disabled ? <Badge tone="error">Disabled</Badge> : <Badge tone="success">Active</Badge>,
  },
  {
    id: 'second_factor',
    header: 'Second factor',
    cell: ({ second_factor }) => (second_factor ? 'On' : 'Off'),
  },
  {
    id: 'last_seen_at',
    header: 'Last seen',
    className: 'whitespace-nowrap',
    cell: ({ last_seen_at }) => (last_seen_at ? formatDateTime(last_seen_at) : 'Never'),
  },
  {
    id: 'created_at',
    header: 'Created',
    className: 'whitespace-nowrap',
    isHiddenAtFirst: true,
    cell: ({ created_at }) => formatLocalDate(created_at),
  },
]
