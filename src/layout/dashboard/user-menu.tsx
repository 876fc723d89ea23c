import { ExternalLink, LogOut, UserRound } from 'lucide-react'
import { useUser } from '#client/use-auth-state.ts'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#ui/menu.tsx'
import { roleLabels } from '#features/accounts/dashboard/role-labels.ts'
import { SchemeChoice } from './scheme-choice.tsx'
import { signOut } from './sign-out.ts'
import { UserMark } from './user-mark.tsx'

const icon = 'size-4 shrink-0 text-muted'

/** The signed-in user's own menu. */
export function UserMenu() {
  const { name, email, role } = useUser()
  return (
    <Menu
      variant="quiet"
      size="icon"
      triggerLabel={`Your menu, ${name}`}
      trigger={<UserMark email={email} name={name} />}
    >
      <div className="max-w-64 px-3 pt-2 pb-1">
        <p className="break-words font-semibold">{name}</p>
        <p className="break-words text-muted text-xs">{email}</p>
        <p className="text-muted text-xs">{roleLabels[role]}</p>
      </div>
      <MenuSeparator />
      <SchemeChoice />
      <MenuSeparator />
      <MenuLink to="/dashboard/profile">
        <UserRound aria-hidden="true" className={icon} />
        Profile
      </MenuLink>
      <MenuLink to="/">
        <ExternalLink aria-hidden="true" className={icon} />
        View the site
      </MenuLink>
      <MenuItem onSelect={signOut}>
        <LogOut aria-hidden="true" className={icon} />
        Sign out
      </MenuItem>
    </Menu>
  )
}
