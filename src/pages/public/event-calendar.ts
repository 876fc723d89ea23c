import { parseApiError } from '#client/api/errors.ts'
import { apiContext, companyContext, siteUrlContext } from '#client/loaders/loaders.ts'
import { calendarResponse } from '#features/events/event-calendar.ts'
import type { Route } from './+types/event-calendar.ts'

/** One event as an iCalendar file. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = Number(params.id)
  if (!Number.isInteger(id)) throw new Response('There is no such event.', { status: 404 })
  const publisher = {
    siteUrl: context.get(siteUrlContext),
    email: context.get(companyContext).contact.email,
  }
  try {
    const event = await context.get(apiContext).events.get({ id })
    return calendarResponse([event], publisher, `event-${id}.ics`)
  } catch (error) {
    const status = parseApiError(error).status ?? 500
    // The API rejects invalid ids with 400; no event has them either.
    throw new Response(status < 500 ? 'There is no such event.' : 'Please try again later.', {
      status: status < 500 ? 404 : 500,
    })
  }
}
