import type { EventFields } from '#features/events/server/event-rows.ts'
import { insertEvent } from '#features/events/server/queries.ts'
import type { Services } from '#platform/http/context.ts'
import { hourMs } from '#shared/durations.ts'

/** Stores an event of two hours, by default a week from now. @returns its id */
export function createEvent(
  { database, now }: Pick<Services, 'database' | 'now'>,
  overrides: Partial<EventFields> = {},
) {
  const starts_at = overrides.starts_at ?? new Date(now().getTime() + 168 * hourMs).toISOString()
  const event = {
    title: 'Meet the mentors',
    description: 'An evening of questions and answers.',
    category: 'Community',
    type: 'workshop' as const,
    starts_at,
    ends_at: new Date(new Date(starts_at).getTime() + 2 * hourMs).toISOString(),
    location: 'Kicukiro, Kigali',
    online_link: '',
    image: '',
    image_alt: '',
    registration_link: '',
    capacity: null,
    registration_deadline: null,
    ...overrides,
  }
  return insertEvent(database, event, now().toISOString())
}
