import { useRead } from '#client/api/queries.ts'

/** How many requests to be erased wait. */
export function usePrivacyRequests() {
  const { data } = useRead('personalData.requests', { page_size: 100 })
  return data && { count: data.total_items, noun: 'request' }
}
