import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { parseApiError } from '#client/api/errors.ts'
import { useRead } from '#client/api/queries.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import { roles } from '#shared/roles.ts'
import { Button } from '#ui/button.tsx'
import { useListAddress } from '#ui/data-table/list-address.ts'
import { ResourceList } from '#ui/data-table/resource-list.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { UserRow } from '../contract.ts'
import { userStatuses } from '../validation.ts'
import { roleLabels } from './role-labels.ts'
import { SetPasswordDialog } from './set-password-dialog.tsx'
import { type UserAction, UserActions } from './user-actions.tsx'
import { userColumns } from './user-columns.tsx'
import { UserConfirmDialog } from './user-confirm-dialog.tsx'
import { UserDialog } from './user-dialog.tsx'

const filterNames = ['role', 'status'] as const
const statusLabels = { active: 'Active', disabled: 'Disabled' }

/** Everybody who can sign in. */
export function UserList() {
  const address = useListAddress()
  const own = useUser()
  const list = useRead(
    'users.list',
    {
      search: address.get('search').slice(0, 200),
      role: address.oneOf('role', roles),
      status: address.oneOf('status', userStatuses),
      page: address.page,
      page_size: address.pageSize,
    },
    { placeholderData: keepPreviousData },
  )
  const [open, setOpen] = useState<{ action: UserAction; user: UserRow } | { action: 'new' }>()
  const close = () => setOpen(undefined)
  const columns = useMemo(
    () => userColumns((user) => setOpen({ action: 'edit', user }), own.id),
    [own.id],
  )

  return (
    <>
      <PageHeading
        title="Users"
        actions={
          <Button size="sm" onClick={() => setOpen({ action: 'new' })}>
            <Plus aria-hidden="true" className="size-4" />
            New user
          </Button>
        }
      />
      <ResourceList
        label="Users"
        noun="users"
        address={address}
        columns={columns}
        page={list.data}
        isStale={list.isPlaceholderData}
        problem={list.error ? parseApiError(list.error).detail : undefined}
        onRetry={list.refetch}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        filterNames={filterNames}
        filters={
          <>
            <SelectField
              label="Role"
              placeholder="Any role"
              options={roles.map((value) => ({ value, label: roleLabels[value] }))}
              value={address.get('role')}
              onChange={(event) => address.set({ role: event.target.value })}
            />
            <SelectField
              label="Status"
              placeholder="Any status"
              options={userStatuses.map((value) => ({ value, label: statusLabels[value] }))}
              value={address.get('status')}
              onChange={(event) => address.set({ status: event.target.value })}
            />
          </>
        }
        rowMenu={(user) => (
          <UserActions
            user={user}
            isOneself={user.id === own.id}
            onAction={(action) => setOpen({ action, user })}
          />
        )}
      />
      {open?.action === 'new' && <UserDialog onClose={close} />}
      {open?.action === 'edit' && <UserDialog user={open.user} onClose={close} />}
      {open?.action === 'password' && <SetPasswordDialog user={open.user} onClose={close} />}
      {open && open.action !== 'new' && open.action !== 'edit' && open.action !== 'password' && (
        <UserConfirmDialog user={open.user} action={open.action} onClose={close} />
      )}
    </>
  )
}
