import { Skeleton } from '#ui/feedback/skeleton.tsx'

/** Keeps the place of `WaitingListBar`, which would push the list down when it comes. */
export const WaitingListPlace = () => <Skeleton className="mb-2 h-13 w-full rounded max-md:h-23" />
