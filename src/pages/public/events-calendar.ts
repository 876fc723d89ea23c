import { parseApiError } from '#client/api/errors.ts'
import { apiContext, companyContext, siteUrlContext } from '#client/loaders/loaders.ts'
import { calendarResponse } from '#features/events/event-calendar.ts'
import type { Route } from './+types/events-calendar.ts'

/** @throws the response for a call that failed: 404 where the server has no such call */
function refuseCalendar(error: unknown): never {
  const isMissing = parseApiError(error).status === 404
  throw new Response(isMissing ? 'There are no events.' : 'Please try again later.', {
    status: isMissing ? 404 : 500,
  })
}

/** A calendar feed to subscribe to: of the next events and the latest, 100 in all. */
export async function loader({ context }: Route.LoaderArgs) {
  const { results } = await context
    .get(apiContext)
    .events.list({ page: 1, page_size: 100 })
    .catch(refuseCalendar)
  return calendarResponse(results, {
    siteUrl: context.get(siteUrlContext),
    email: context.get(companyContext).contact.email,
  })
}
