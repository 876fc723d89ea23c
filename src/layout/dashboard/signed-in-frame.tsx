import { Dialog } from '@base-ui/react/dialog'
import { QueryClientProvider } from '@tanstack/react-query'
import { Menu } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { authState } from '#client/api/auth-state.ts'
import { createQueryClient, useRead } from '#client/api/queries.ts'
import { useIsSignInAsked, useUser } from '#client/api/use-auth-state.ts'
import { Logo } from '#layout/logo.tsx'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { CrossIcon } from '#ui/cross-icon.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { importWithRetry } from '#ui/lazy/import-with-retry.ts'
import { DashboardFrame } from './dashboard-frame.tsx'
import { mayOpen } from './sections.ts'
import { SideNavigation } from './side-navigation.tsx'
import { signOut } from './sign-out.ts'
import { UserMenu } from './user-menu.tsx'

// Few pages ever show these.
const RequiredSecondFactor = lazy(async () => {
  const load = () => import('#features/accounts/dashboard/required-second-factor.tsx')
  return { default: (await importWithRetry(load)).RequiredSecondFactor }
})
const SessionDialog = lazy(async () => {
  const load = () => import('#features/accounts/dashboard/session-dialog.tsx')
  return { default: (await importWithRetry(load)).SessionDialog }
})

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
  const { role, second_factor_due } = useUser()
  // Stays until the recovery codes are kept: the second factor is on before that.
  const [isSettingUp, setIsSettingUp] = useState(second_factor_due)
  if (second_factor_due && !isSettingUp) setIsSettingUp(true)
  const isSignInAsked = useIsSignInAsked()
  const { pathname } = useLocation()
  useFreshUser()
  useNothingRestored()
  return (
    <DashboardFrame
      navigation={!isSettingUp && <SideNavigation />}
      mobileNavigation={!isSettingUp && <MobileNavigation />}
      userMenu={<UserMenu />}
      wideUserMenu={<UserMenu isWide />}
    >
      {isSettingUp ? (
        <Suspense>
          <RequiredSecondFactor onDone={() => setIsSettingUp(false)} />
        </Suspense>
      ) : mayOpen(role, pathname) ? (
        children
      ) : (
        <Forbidden />
      )}
      <Suspense>{isSignInAsked && <SessionDialog onSignOut={signOut} />}</Suspense>
    </DashboardFrame>
  )
}

/** Updates the stored user with changes by an administrator since the sign-in. */
function useFreshUser() {
  const { data } = useRead('accounts.me', undefined)
  useEffect(() => {
    if (data) authState.updateUser(data)
  }, [data])
}

/** Reloads a page that the back button restores from the browser's memory: it may show data from before a sign-out. */
function useNothingRestored() {
  useEffect(() => {
    const handleShow = (event: PageTransitionEvent) => event.persisted && window.location.reload()
    window.addEventListener('pageshow', handleShow)
    return () => window.removeEventListener('pageshow', handleShow)
  }, [])
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
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger
        aria-label="Open the navigation"
        className={buttonClass({ variant: 'quiet', size: 'icon' })}
      >
        <Menu aria-hidden="true" className="size-6" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/55 transition-opacity duration-300 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="scheme-dark fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] flex-col gap-6 overflow-y-auto bg-ink p-4 shadow-high outline-none transition-[translate] duration-300 data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <div className="flex items-center justify-between pl-3">
            <Dialog.Title className="sr-only">Navigation</Dialog.Title>
            <Logo />
            <Dialog.Close
              aria-label="Close the navigation"
              className={buttonClass({ variant: 'quiet', size: 'icon' })}
            >
              <CrossIcon />
            </Dialog.Close>
          </div>
          <SideNavigation onFollow={() => setIsOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
