import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { readAuthState } from '#client/api/auth-state.ts'
import { storeOwnUser } from '#client/api/own-user.ts'
import { createQueryClient, useRead } from '#client/api/queries.ts'
import { useIsSignInAsked, useUser } from '#client/api/use-auth-state.ts'
import { emptyTab } from '#client/resources/tab-store.ts'
import { showDeleted, useDeleted } from '#client/resources/undo/deleted.ts'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Menu } from '#ui/icons.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import { ShortcutsHelp } from '#ui/shortcuts/shortcuts-help.tsx'
import { DashboardFrame } from './dashboard-frame.tsx'
import { usePalette } from './palette/palette-button.tsx'
import { mayOpen } from './sections.ts'
import { SideNavigation } from './side-navigation.tsx'
import { signOut } from './sign-out.ts'
import { useLiveChanges } from './use-live-changes.ts'
import { UserMenu } from './user-menu.tsx'

// What few people see or open.
const RequiredSecondFactor = lazyComponent(
  () => import('#features/accounts/dashboard/required-second-factor.tsx'),
  'RequiredSecondFactor',
)
const NavigationDrawer = lazyComponent(() => import('./navigation-drawer.tsx'), 'NavigationDrawer')
const DeletedStrip = lazyComponent(
  () => import('#client/resources/undo/deleted-strip.tsx'),
  'DeletedStrip',
  null,
)
const SessionDialog = lazyComponent(
  () => import('#features/accounts/dashboard/session-dialog.tsx'),
  'SessionDialog',
)

/** The dashboard of a signed-in user. Pass the user's id as `key`, so that each user gets a new cache. */
export function SignedInFrame({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <Inside>{children}</Inside>
    </QueryClientProvider>
  )
}

function Inside({ children }: { children: ReactNode }) {
  const { id, role, second_factor_due } = useUser()
  // Stays until the recovery codes are kept: the second factor is on before that.
  const [isSettingUp, setIsSettingUp] = useState(second_factor_due)
  if (second_factor_due && !isSettingUp) setIsSettingUp(true)
  const isSignInAsked = useIsSignInAsked()
  const { pathname } = useLocation()
  useFreshUser()
  useLiveChanges(!second_factor_due)
  useNothingRestored()
  // What somebody else has typed here before.
  useEffect(() => emptyTab(id), [id])
  const palette = usePalette()
  const deleted = useDeleted()
  // Stays mounted, so that it gives the focus away when it is closed.
  const [wasDeleted, setWasDeleted] = useState(false)
  if (deleted && !wasDeleted) setWasDeleted(true)
  // The next user did not delete it.
  useEffect(() => () => showDeleted(undefined), [])
  return (
    <DashboardFrame
      navigation={!isSettingUp && <SideNavigation />}
      mobileNavigation={!isSettingUp && <MobileNavigation />}
      paletteButton={!isSettingUp && palette.button}
      widePaletteButton={!isSettingUp && palette.wideButton}
      userMenu={<UserMenu />}
      wideUserMenu={<UserMenu isWide />}
    >
      {wasDeleted && <DeletedStrip deleted={deleted} />}
      {isSettingUp ? (
        <RequiredSecondFactor onDone={() => setIsSettingUp(false)} />
      ) : mayOpen(role, pathname) ? (
        children
      ) : (
        <Forbidden />
      )}
      <ShortcutsHelp />
      {!isSettingUp && palette.window}
      {isSignInAsked && <SessionDialog onSignOut={signOut} />}
    </DashboardFrame>
  )
}

/** Updates the stored user with changes by an administrator since the sign-in. */
function useFreshUser() {
  const { data } = useRead('accounts.me', undefined)
  useEffect(() => {
    if (data) storeOwnUser(data)
  }, [data])
}

/** Reloads a page that the back button restores from the browser's memory: it may show data from before a sign-out. */
function useNothingRestored() {
  const { id } = useUser()
  useEffect(() => {
    const handleShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      // Until the next page is there, which takes long on a slow line.
      document.body.hidden = readAuthState().user?.id !== id
      window.location.reload()
    }
    window.addEventListener('pageshow', handleShow)
    return () => window.removeEventListener('pageshow', handleShow)
  }, [id])
}

/** Shown in place of a page that the user's role may not see. */
function Forbidden() {
  return (
    <>
      <h1 className="sr-only">Not for your role</h1>
      <EmptyState
        seed="forbidden"
        title="Your role does not allow this"
        text="If you need this page for your work, please ask an administrator."
        action={<ButtonLink to="/dashboard">To the overview</ButtonLink>}
      />
    </>
  )
}

/** The navigation of small screens, behind a button. */
function MobileNavigation() {
  const [isOpen, setIsOpen] = useState(false)
  // Stays mounted, so that it closes with its transition.
  const [wasOpen, setWasOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label="Open the navigation"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setIsOpen(true)
          setWasOpen(true)
        }}
        className={buttonClass({ variant: 'quiet', size: 'icon' })}
      >
        <Menu aria-hidden="true" className="size-6" />
      </button>
      {wasOpen && <NavigationDrawer isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}
