import { Skeleton } from '#ui/feedback/skeleton.tsx'
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
      <div role="status">
        <span className="sr-only">Loading...</span>
        <Skeleton className="mb-8 h-8 w-56" />
        <Skeleton className="mb-4 h-11 w-full" />
        <Skeleton className="h-96 w-full rounded" />
      </div>
    </DashboardFrame>
  )
}
