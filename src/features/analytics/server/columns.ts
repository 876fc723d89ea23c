import type { VisitColumn } from '#database/visit-tables.ts'
import { scrollMilestones, timeMilestones } from '../validation.ts'

/** How often an event happened on a day; `seconds` is the sum for `total_time`. */
export type Count = {
  day: string
  event: string
  path: string
  /** Where the visit came from. */
  source: string
  device: string
  /** Distinguishes events of one name: the milestone, or the clicked element. */
  value: string
  count: number
  seconds: number
}

const columns: Record<string, VisitColumn> = {
  page_view: 'page_views',
  landing: 'landings',
  click: 'clicks',
  'Watch Video': 'video_plays',
  total_time: 'seconds',
}

/** The sums that are kept for each page, source and device. */
export const visitColumns: readonly VisitColumn[] = [
  ...Object.values(columns),
  ...scrollMilestones.map((percent) => `scroll_${percent}` as const),
  ...timeMilestones.map((seconds) => `time_${seconds}` as const),
]

/** The column that an event adds to, if any. */
export function columnOf(event: string, value: string): VisitColumn | undefined {
  if (event === 'scroll_depth') return `scroll_${Number(value)}` as VisitColumn
  if (event === 'time_on_page') return `time_${Number(value)}` as VisitColumn
  return columns[event]
}

const valued = new Set(['click', 'campaign', 'language', 'not_found', 'application_step'])

/** Whether the values of an event are counted, too. */
export const hasValue = (event: string) => valued.has(event)
