import { Ellipsis } from 'lucide-react'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import type { UserRow } from '../contract.ts'

/** What can be done with a user besides editing. */
export type UserAction = 'edit' | 'password' | 'disable' | 'enable' | 'reset' | 'delete'

type UserActionsProps = {
  user: UserRow
  isOneself: boolean
  onAction: (action: UserAction) => void
}

/** What one can do with a row of the list; what nobody can do to themselves is left out. */
export function UserActions({ user, isOneself, onAction }: UserActionsProps) {
  return (
    <Menu
      size="icon"
      triggerLabel={`Actions for ${user.name}`}
      trigger={<Ellipsis aria-hidden="true" className="size-5" />}
    >
      <MenuItem onSelect={() => onAction('edit')}>Edit</MenuItem>
      {!isOneself && <MenuItem onSelect={() => onAction('password')}>Set a new password</MenuItem>}
      {user.second_factor && (
        <MenuItem onSelect={() => onAction('reset')}>Reset the second factor</MenuItem>
      )}
      {!isOneself && (
        <>
          {user.disabled ? (
            <MenuItem onSelect={() => onAction('enable')}>Enable</MenuItem>
          ) : (
            <MenuItem onSelect={() => onAction('disable')}>Disable</MenuItem>
          )}
          <MenuSeparator />
          <MenuItem onSelect={() => onAction('delete')} isDanger>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
