import type { Generated } from 'kysely'
import type { Day, Time } from './columns.ts'

/** Visits by page, source and device; nothing identifies the visitors. */
type VisitDimensions = {
  /** A day, YYYY-MM-DD, or a month, YYYY-MM: each count is added to both. */
  period: string
  path: string
  /** Where the visit came from; empty for counts that are older than this column. */
  source: string
  device: string
}

type VisitTotalsTable = VisitDimensions & Record<VisitColumn, number>

export type VisitColumn =
  | ('page_views' | 'landings' | 'clicks' | 'video_plays' | 'seconds')
  | `scroll_${25 | 50 | 75 | 90 | 100}`
  | `time_${30 | 60 | 120 | 300}`

/** Events that a value tells apart, such as the label of what was clicked. */
type VisitValuesTable = VisitDimensions & { event: string; value: string; count: number }

type VisitorDaysTable = {
  day: string
  /** Random, and empty once the day is over. */
  salt: string
  /** The sketch of the day's visitors, in base64; empty once it can't grow any more. */
  registers: string
  visitors: number
}

/** A link by which strangers see statistics. */
type StatisticsLinksTable = {
  id: Generated<number>
  /** What nobody guesses. */
  token: string
  name: string
  /** The parts that it shows, as JSON. */
  sections: string
  from_day: Day
  to_day: Day
  /** The last day on which it opens. */
  ends_day: Day
  by_name: string
  created_at: Time
  revoked_at: Time | null
}

export type VisitTables = {
  statistics_links: StatisticsLinksTable
  visit_totals: VisitTotalsTable
  visit_values: VisitValuesTable
  visitor_days: VisitorDaysTable
}
