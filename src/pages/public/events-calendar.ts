import { apiContext, companyContext, siteUrlContext } from '#client/loaders/loaders.ts'
import { calendarResponse } from '#features/events/calendar.ts'
import type { Route } from './+types/events-calendar.ts'

/** A calendar feed of all events, to subscribe to. */
export async function loader({ context }: Route.LoaderArgs) {
  const { results } = await context.get(apiContext).events.list({ page: 1, page_size: 100 })
  return calendarResponse(results, {
    siteUrl: context.get(siteUrlContext),
    email: context.get(companyContext).contact.email,
  })
}
