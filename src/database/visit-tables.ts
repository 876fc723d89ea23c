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

export type VisitTables = {
  visit_totals: VisitTotalsTable
  visit_values: VisitValuesTable
  visitor_days: VisitorDaysTable
}
