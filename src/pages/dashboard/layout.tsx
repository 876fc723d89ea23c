import { Navigate, Outlet, useLocation } from 'react-router'
import { useAuthState } from '#client/api/use-auth-state.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import { FrameSkeleton } from '#layout/dashboard/frame-skeleton.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'
import { isSigningOut } from '#layout/dashboard/sign-out.ts'
import { SignedInFrame } from '#layout/dashboard/signed-in-frame.tsx'
import { ErrorScreen } from '#layout/error-screen.tsx'
import type { Route } from './+types/layout.ts'
import '#ui/styles/dashboard.css'

export const handle: PageHandle = { hydratesOnLoad: true }

export function meta() {
  return dashboardMeta('Dashboard')
}

/** Only the browser knows the signed-in user, so the server renders the same skeleton for every page. */
export default function DashboardLayout() {
  const auth = useAuthState()
  const { pathname, search } = useLocation()
  if (auth === null || isSigningOut()) return <FrameSkeleton />
  if (!auth.user) {
    return <Navigate replace to={`/login?to=${encodeURIComponent(pathname + search)}`} />
  }
  return (
    <SignedInFrame key={auth.user.id}>
      <Outlet />
    </SignedInFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main>
      <ErrorScreen error={error} />
    </main>
  )
}
