import { useState } from 'react'
import { useNavigation, useRevalidator, useSearchParams } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import { browserLoader, serverLoader } from '#client/loaders/loaders.ts'
import { EventFilter, filterNamed } from '#features/events/public/event-filter.tsx'
import { EventList } from '#features/events/public/event-list.tsx'
import { eventsStructuredData } from '#features/events/public/structured-data.ts'
import { NewsletterForm } from '#features/newsletter/public/newsletter-form.tsx'
import { eventCard } from '#layout/content-cards.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { ogImagePath } from '#layout/share-card.ts'
import { company } from '#shared/company.ts'
import { QuietFailure } from '#ui/feedback/quiet-failure.tsx'
import type { Route } from './+types/events.ts'

export function meta(here: Route.MetaArgs) {
  return pageMeta(
    here,
    {
      title: 'Events',
      description: `Webinars, workshops and conferences by ${company.name}, in Kigali and online: what comes next, and how to register.`,
    },
    import.meta.env.SSR && {
      structured: (siteUrl) =>
        eventsStructuredData(here.loaderData?.results ?? [], siteUrl, (event) =>
          ogImagePath(eventCard(event)),
        ),
    },
  )
}

export const handle: PageHandle = { query: ['type', 'shown'] }

/** The number of events shown at first, and added by each 'Load More Events'. */
const stepSize = 6
/** The largest page size of the API. */
const pageSizeMax = 100
/** Keeps a made-up URL from reading without end. */
const shownMax = 1_200

const shownNamed = (name: string | null) => {
  const shown = Number(name)
  return Number.isInteger(shown) && shown > stepSize ? Math.min(shown, shownMax) : stepSize
}

/** If the events can't be loaded, the page still renders, and offers to retry. */
async function load(api: ApiClient, { request }: { request: Request }) {
  const params = new URL(request.url).searchParams
  const shown = shownNamed(params.get('shown'))
  const type = filterNamed(params.get('type'))
  const page_size = Math.min(shown, pageSizeMax)
  const pages = Array.from({ length: Math.ceil(shown / page_size) }, (_, index) => index + 1)
  try {
    const loaded = await Promise.all(
      pages.map((page) => api.events.list({ page, page_size, type })),
    )
    const results = loaded.flatMap((page) => page.results).slice(0, shown)
    return { results, total_items: loaded[0]?.total_items ?? 0 }
  } catch (error) {
    // Another server of the API may have no events.
    if (parseApiError(error).status === 404) return { results: [], total_items: 0 }
    console.error('Events could not be loaded', error)
    return null
  }
}

export const loader = serverLoader(load)
export const clientLoader = browserLoader(load)

export default function EventsPage({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const { revalidate } = useRevalidator()
  const isLoading = useNavigation().state === 'loading'
  const type = filterNamed(params.get('type'))
  const loaded = useLastLoaded(type, loaderData)
  const shown = shownNamed(params.get('shown'))
  const next = loaded ? moreHref(type, loaded.results.length, loaded.total_items) : undefined
  return (
    <>
      <HeroBanner
        title="Events"
        description="Evenings, mornings and whole days on which we open the door: come and see how we work."
        seed="ibirori"
      />
      <div className="wrap py-section">
        <div className="mb-10 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <EventFilter chosen={type} />
          <a
            href="/events.ics"
            className="inline-flex min-h-8 items-center font-semibold text-primary underline underline-offset-4"
          >
            Subscribe to the calendar
          </a>
        </div>
        <div aria-busy={isLoading} className={isLoading ? 'opacity-60 transition-opacity' : ''}>
          {loaded ? (
            <EventList
              key={type}
              events={loaded.results}
              total={loaded.total_items}
              shownBefore={shown - stepSize}
              moreHref={next}
              hasFailed={!loaderData && next !== undefined && loaded.results.length < shown}
            />
          ) : (
            <QuietFailure what="The events" onRetry={revalidate} />
          )}
        </div>
      </div>
      <section aria-labelledby="dont-miss-out" className="bg-sand">
        <div className="wrap grid items-center gap-x-16 gap-y-8 py-section lg:grid-cols-2">
          <div>
            <h2 id="dont-miss-out" className="text-3xl">
              Don't Miss Out
            </h2>
            <p className="measure mt-4 text-lg text-muted">
              Leave your email address, and you hear of the next event before it is full.
            </p>
          </div>
          <NewsletterForm className="w-full lg:justify-self-end" />
        </div>
      </section>
    </>
  )
}

type Loaded = Awaited<ReturnType<typeof load>>

/** The events of a type, or those that were loaded last, where no more could be. @returns null if there are none */
function useLastLoaded(type: string, loaded: Loaded) {
  const [last, setLast] = useState({ type, loaded })
  if (loaded ? loaded !== last.loaded : type !== last.type) setLast({ type, loaded })
  return loaded ?? (type === last.type ? last.loaded : null)
}

function moreHref(type: string, shown: number, total: number) {
  if (shown >= Math.min(total, shownMax)) return undefined
  const params = new URLSearchParams({
    ...(type === 'all' ? {} : { type }),
    shown: String(Math.min(shown + stepSize, shownMax)),
  })
  return `/events?${params}`
}
