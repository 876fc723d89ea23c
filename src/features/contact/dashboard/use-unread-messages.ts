import { useRead } from '#client/api/queries.ts'

/** How many messages nobody has opened yet, for the navigation. */
export function useUnreadMessages() {
  const { data } = useRead('contact.counts', undefined, { refetchInterval: 30_000 })
  return data && { count: data.unread, noun: 'unread' }
}
