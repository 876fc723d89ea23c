import { FilterChips } from '#ui/filter-chips.tsx'

/** What the list can be narrowed to, in its order. */
const choices = [
  { value: 'all', label: 'All' },
  { value: 'webinar', label: 'Webinar' },
  { value: 'workshop', label: 'Workshop' },
  { value: 'conference', label: 'Conference' },
] as const

export type EventFilterType = (typeof choices)[number]['value']

/** The filter that an address names, or all. */
export const filterNamed = (name: string | null): EventFilterType =>
  choices.find(({ value }) => value === name)?.value ?? 'all'

/** Chooses the type of event. */
export const EventFilter = ({ chosen }: { chosen: EventFilterType }) => (
  <FilterChips
    label="Type of event"
    choices={choices}
    chosen={chosen}
    addressOf={(type) => (type === 'all' ? '/events' : `/events?type=${type}`)}
  />
)
