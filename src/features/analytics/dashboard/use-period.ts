import { localDay } from '#shared/company.ts'
import { useListUrl } from '#ui/data-table/list-url.ts'

const dayMs = 24 * 60 * 60 * 1000
export const periods = [7, 30, 90, 365] as const
const usual = 30

/** The period in the URL: a number of days up to today, or a range of dates. */
export function usePeriod() {
  const address = useListUrl()
  const days = periods.find((period) => String(period) === address.get('days')) ?? usual
  const now = Date.now()
  const isChosen = address.get('from') !== '' || address.get('to') !== ''
  return {
    address,
    isChosen,
    days,
    from: address.get('from') || localDay(new Date(now - (days - 1) * dayMs)),
    to: address.get('to') || localDay(new Date(now)),
  }
}
