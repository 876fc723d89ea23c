import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { LogoMark } from '../logo.tsx'
import { DashboardFrame } from './dashboard-frame.tsx'

/** The dashboard as the server renders it, without a user: the tokens are in the browser. */
export function FrameSkeleton() {
  const links = Array.from({ length: 6 }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines are never reordered
    <Skeleton key={index} className="mx-3 my-3 h-4 w-32" />
  ))
  return (
    <DashboardFrame
      navigation={links}
      mobileNavigation={<Skeleton className="size-10" />}
      userMenu={<Skeleton className="size-10 rounded-full" />}
      wideUserMenu={<Skeleton className="h-12 w-full" />}
    >
      <div
        role="status"
        className="grid min-h-[60dvh] place-content-center justify-items-center gap-5"
      >
        <LogoMark className="size-16 animate-pulse" />
        <p className="font-semibold text-muted">Loading...</p>
      </div>
    </DashboardFrame>
  )
}
