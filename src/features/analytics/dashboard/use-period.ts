import { localDay } from '#shared/company.ts'
import { dayMs } from '#shared/durations.ts'
import { useListUrl } from '#ui/data-table/list-url.ts'

export const periods = [7, 30, 90, 365] as const
const usual = 30

/** The first and the last day of the month before this one. */
export function lastMonth(today = localDay(new Date())) {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  return { from: dayOf(Date.UTC(year, month - 2, 1)), to: dayOf(Date.UTC(year, month - 1, 0)) }
}

/** The period in the URL: a number of days up to today, or a range of dates. */
export function usePeriod() {
  const listUrl = useListUrl()
  const days = periods.find((period) => String(period) === listUrl.get('days')) ?? usual
  const now = Date.now()
  const isChosen = listUrl.get('from') !== '' || listUrl.get('to') !== ''
  return {
    listUrl,
    isChosen,
    days,
    from: listUrl.get('from') || localDay(new Date(now - (days - 1) * dayMs)),
    to: listUrl.get('to') || localDay(new Date(now)),
  }
}
