import { useUser } from '#client/api/use-auth-state.ts'
import { useNewArticle } from '#features/news/dashboard/article-status.ts'
import { editors, type Role, recruiters, roles } from '#shared/roles.ts'
import {
  CalendarPlus,
  ExternalLink,
  FilePlus,
  History,
  LogOut,
  Monitor,
  Moon,
  ScanSearch,
  Sun,
} from '#ui/icons.ts'
import { setScheme } from '../scheme-choice.tsx'
import { sectionGroups } from '../sections.ts'
import { signOut } from '../sign-out.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts'

type ForRoles = { roles: readonly Role[] }

/** The screens and actions of the user's role. */
export function usePaletteActions(): PaletteGroup[] {
  const { role } = useUser()
  const { begin } = useNewArticle()
  const actions: (PaletteEntry & ForRoles)[] = [
    {
      id: 'review',
      label: 'Look at pending applications',
      icon: ScanSearch,
      to: '/dashboard/applications?status=PENDING&ordering=created_at',
      roles: recruiters,
    },
    {
      id: 'new-article',
      label: 'New article',
      icon: FilePlus,
      roles: editors,
      run: begin,
      words: 'write create news',
    },
    {
      id: 'new-event',
      label: 'New event',
      icon: CalendarPlus,
      roles: editors,
      to: '/dashboard/events/new',
      words: 'create',
    },
    {
      id: 'batches',
      label: 'Recent batches',
      icon: History,
      roles: recruiters,
      to: '/dashboard/batches',
      words: 'undo',
    },
    {
      id: 'light',
      label: 'Light theme',
      icon: Sun,
      roles,
      run: () => setScheme('light'),
      words: 'switch colour scheme',
    },
    {
      id: 'dark',
      label: 'Dark theme',
      icon: Moon,
      roles,
      run: () => setScheme('dark'),
      words: 'switch colour scheme',
    },
    {
      id: 'system',
      label: 'Theme of the system',
      icon: Monitor,
      roles,
      run: () => setScheme('system'),
      words: 'switch colour scheme',
    },
    { id: 'site', label: 'View the site', icon: ExternalLink, roles, to: '/' },
    { id: 'sign-out', label: 'Sign out', icon: LogOut, roles, run: signOut, words: 'leave' },
  ]
  const screens = sectionGroups
    .flatMap(({ sections }) => sections)
    .map(({ label, to, icon, roles }) => ({ id: `screen ${to}`, label, to, icon, roles }))
  const isForRole = ({ roles }: ForRoles) => roles.includes(role)
  return [
    { heading: 'Screens', entries: screens.filter(isForRole) },
    { heading: 'Actions', entries: actions.filter(isForRole) },
  ]
}
