import { useNow } from '#ui/use-now.ts'

/** Whether a time for interviews has begun, also once it does so while it is shown. */
export function useHasBegun(slot: { starts_at: string } | null) {
  const now = useNow(new Date().toISOString())
  return slot !== null && Date.parse(slot.starts_at) <= now.getTime()
}
