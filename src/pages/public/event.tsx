import { data, Link, redirect, useSearchParams } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { submitFormData } from '#client/forms/submit-form-data.ts'
import { readFormData } from '#client/loaders/form-data.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import {
  apiContext,
  browserLoader,
  type LoaderArgs,
  loadFormToken,
  serverLoader,
} from '#client/loaders/loaders.ts'
import { CalendarLink, EventBadges, EventFacts } from '#features/events/public/event-facts.tsx'
import { EventPicture } from '#features/events/public/event-picture.tsx'
import { EventRegistration } from '#features/events/public/event-registration.tsx'
import { eventsStructuredData } from '#features/events/public/structured-data.ts'
import { registrationForm } from '#features/events/validation.ts'
import { eventCard } from '#layout/content-cards.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { ogImagePath } from '#layout/share-card.ts'
import type { Route } from './+types/event.ts'

export function meta(here: Route.MetaArgs) {
  if (!here.loaderData) return []
  const { event } = here.loaderData
  const card = import.meta.env.SSR && eventCard(event)
  return pageMeta(
    here,
    event,
    card && {
      card,
      structured: (siteUrl) => eventsStructuredData([event], siteUrl, () => ogImagePath(card)),
    },
  )
}

export const handle: PageHandle = { query: ['registered'] }

type Args = LoaderArgs<{ id: string }>

async function load(api: ApiClient, { params }: Args) {
  const [event, formToken] = await Promise.all([findEvent(api, params.id), loadFormToken(api)])
  return { event, formToken }
}

/** @throws the 404 page for an id that is not an event's canonical number, or that no event has */
async function findEvent(api: ApiClient, id: string) {
  if (!/^[1-9]\d{0,9}$/.test(id)) throw data(null, { status: 404 })
  try {
    return await api.events.get({ id: Number(id) })
  } catch (error) {
    const { status } = parseApiError(error)
    if (status === 404 || status === 400) throw data(null, { status: 404 })
    throw error
  }
}

export const loader = serverLoader(load)
export const clientLoader = browserLoader(load)

/** Handles the form without JavaScript. It redirects, so that a reload doesn't submit again. */
export async function action(args: Route.ActionArgs) {
  const { params, context } = args
  const form = await readFormData(args)
  const api = context.get(apiContext)
  const { id } = await findEvent(api, params.id)
  const outcome = await submitFormData(registrationForm, form, (payload) =>
    api.eventRegistrations.register({ id, ...payload }),
  )
  if ('refused' in outcome) return data(outcome.refused, { status: outcome.status })
  return redirect(`/events/${id}?registered=yes#register`, 303)
}

export default function EventPage({ loaderData, actionData }: Route.ComponentProps) {
  const { event, formToken } = loaderData
  const [params] = useSearchParams()
  return (
    <>
      <HeroBanner title={event.title} seed={`event-${event.id}`}>
        <EventFacts
          event={event}
          className="wrap-anywhere mt-6 flex flex-wrap gap-x-8 gap-y-3 font-medium text-lg"
        />
      </HeroBanner>
      <div className="wrap wrap-anywhere grid items-start gap-x-16 gap-y-12 py-section lg:grid-cols-[1fr_26rem]">
        <div>
          <EventPicture
            event={event}
            sizes="(min-width: 80rem) 48rem, 92vw"
            className="mb-8 h-44 overflow-hidden rounded sm:h-60"
          />
          <EventBadges event={event} />
          <p className="measure mt-5 whitespace-pre-line text-lg">{event.description}</p>
          <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2">
            <CalendarLink event={event} />
            <Link
              to="/events"
              className="inline-flex min-h-11 items-center font-semibold text-primary text-sm underline underline-offset-4"
            >
              All events
            </Link>
          </div>
        </div>
        <EventRegistration
          // Resets the form and its state for another event.
          key={event.id}
          event={event}
          formToken={formToken}
          refused={actionData ?? null}
          isDone={params.has('registered')}
        />
      </div>
    </>
  )
}
