import { FilterChips } from '#ui/filter-chips.tsx'

/** The filters, in display order. */
const choices = [
  { value: 'all', label: 'All' },
  { value: 'webinar', label: 'Webinar' },
  { value: 'workshop', label: 'Workshop' },
  { value: 'conference', label: 'Conference' },
] as const

export type EventFilterType = (typeof choices)[number]['value']

/** The filter named in the URL, or 'all'. */
export const filterNamed = (name: string | null): EventFilterType =>
  choices.find(({ value }) => value === name)?.value ?? 'all'

/** Filters events by type. */
export const EventFilter = ({ chosen }: { chosen: EventFilterType }) => (
  <FilterChips
    label="Type of event"
    choices={choices}
    chosen={chosen}
    hrefOf={(type) => (type === 'all' ? '/events' : `/events?type=${type}`)}
  />
)
