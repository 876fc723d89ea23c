import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { authState } from '#client/api/auth-state.ts'
import { createQueryClient, useRead } from '#client/api/queries.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import { DashboardFrame } from './dashboard-frame.tsx'
import { Forbidden } from './forbidden.tsx'
import { MobileNavigation } from './mobile-navigation.tsx'
import { mayOpen } from './sections.ts'
import { SideNavigation } from './side-navigation.tsx'
import { UserMenu } from './user-menu.tsx'

/** The dashboard of a signed-in user. Give it the user's id as key: another user gets another cache. */
export function SignedInFrame({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <Inside>{children}</Inside>
    </QueryClientProvider>
  )
}

function Inside({ children }: { children: ReactNode }) {
  const { role } = useUser()
  const { pathname } = useLocation()
  useFreshUser()
  useNothingRestored()
  return (
    <DashboardFrame
      navigation={<SideNavigation />}
      mobileNavigation={<MobileNavigation />}
      userMenu={<UserMenu />}
      wideUserMenu={<UserMenu isWide />}
    >
      {mayOpen(role, pathname) ? children : <Forbidden />}
    </DashboardFrame>
  )
}

/** Takes over what an administrator has changed of the user since they signed in. */
function useFreshUser() {
  const { data } = useRead('accounts.me', undefined)
  useEffect(() => {
    if (data) authState.updateUser(data)
  }, [data])
}

/** A page that the back button takes from the browser's memory may show what was there before signing out. */
function useNothingRestored() {
  useEffect(() => {
    const handleShow = (event: PageTransitionEvent) => event.persisted && window.location.reload()
    window.addEventListener('pageshow', handleShow)
    return () => window.removeEventListener('pageshow', handleShow)
  }, [])
}
