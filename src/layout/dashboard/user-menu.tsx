import { useUser } from '#client/api/use-auth-state.ts'
import { roleLabels } from '#features/accounts/dashboard/role-labels.ts'
import { ExternalLink, LogOut, UserRound } from '#ui/icons.ts'
import { Imigongo } from '#ui/ornament/imigongo.tsx'
import { Menu, MenuCheck, MenuItem, MenuLink, MenuSeparator } from '#ui/overlays/menu.tsx'
import { useShortcutSwitch } from '#ui/shortcuts/shortcuts.ts'
import { SchemeChoice } from './scheme-choice.tsx'
import { signOut } from './sign-out.ts'

const icon = 'size-4 shrink-0 text-muted'

/** The menu of the signed-in user; with `isWide`, its button shows the user's name. */
export function UserMenu({ isWide = false }: { isWide?: boolean }) {
  const { name, email, role } = useUser()
  const shortcuts = useShortcutSwitch()
  const mark = <UserMark email={email} name={name} />
  const wide = (
    <span className="flex w-47 items-center gap-3 text-left text-text">
      {mark}
      <span className="min-w-0 text-sm">
        <span className="sr-only">Your menu: </span>
        <span className="block truncate">{name}</span>
        <span className="block truncate font-normal text-muted text-xs">{roleLabels[role]}</span>
      </span>
    </span>
  )
  return (
    <Menu
      variant="quiet"
      size={isWide ? 'sm' : 'icon'}
      triggerLabel={isWide ? undefined : `Your menu, ${name}`}
      trigger={isWide ? wide : mark}
    >
      <div className="max-w-64 px-3 pt-2 pb-1">
        <p className="break-words font-semibold">{name}</p>
        <p className="break-words text-muted text-xs">{email}</p>
      </div>
      <MenuSeparator />
      <SchemeChoice />
      <MenuSeparator />
      <MenuCheck isChecked={shortcuts.isOn} onChange={shortcuts.setIsOn}>
        Keyboard shortcuts
      </MenuCheck>
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

/** A user's avatar: their initial on their Imigongo pattern. */
function UserMark({ email, name }: { email: string; name: string }) {
  return (
    <span aria-hidden="true" className="relative grid size-9 place-items-center">
      <span className="absolute inset-0 overflow-hidden rounded-full">
        <Imigongo seed={email} bands={2} unitPx={1} />
      </span>
      <span className="relative grid size-6 place-items-center rounded-full bg-paper font-bold text-ink text-xs">
        {name.slice(0, 1).toUpperCase()}
      </span>
    </span>
  )
}
