import { parseApiError } from '#client/api/errors.ts'
import { apiContext, type PageHandle } from '#client/loaders/loaders.ts'
import { tokenIn } from '#client/loaders/token-action.ts'
import type { Route } from './+types/interview-calendar.ts'

export const handle: PageHandle = { query: ['token'] }

/** The chosen time of an invitation as an iCalendar file. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = tokenIn(request)
  try {
    const { calendar } = await context.get(apiContext).interviews.calendarOfToken({ token })
    return new Response(calendar, {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'attachment; filename="interview.ics"',
        'cache-control': 'no-store',
      },
    })
  } catch (error) {
    const status = parseApiError(error).status ?? 500
    throw new Response(status < 500 ? 'No time is chosen.' : 'Please try again later.', {
      status: status === 400 ? 404 : status,
    })
  }
}
