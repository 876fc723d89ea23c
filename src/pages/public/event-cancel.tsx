import { useSearchParams } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import { browserLoader, type LoaderArgs, serverLoader } from '#client/loaders/loaders.ts'
import { privateHeaders } from '#client/loaders/private-headers.ts'
import {
  browserAction,
  serverAction,
  type TokenAct,
  tokenIn,
} from '#client/loaders/token-action.ts'
import { EventFacts } from '#features/events/public/event-facts.tsx'
import { cancelMessages } from '#features/events/validation.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PlainForm } from '#ui/forms/plain-form.tsx'
import type { Route } from './+types/event-cancel.ts'
import { ActionResult } from './sections/action-result.tsx'

const onward = { to: '/events', linkText: 'See all events' }

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, {
    title: 'Cancel a registration',
    description: 'Cancel your place at an event.',
    isUnlisted: true,
  })
}

export const handle: PageHandle = { query: ['token', 'done'] }

export const headers = privateHeaders

/** Loads the link's event: it may be cancelled already, and the link may be incomplete. */
async function load(api: ApiClient, { request }: LoaderArgs) {
  const token = tokenIn(request)
  try {
    return {
      token,
      state: 'registered' as const,
      ...(await api.eventRegistrations.ofToken({ token })),
    }
  } catch (error) {
    const { status } = parseApiError(error)
    if (status === 404) return { token, state: 'gone' as const }
    if (status === 400) return { token, state: 'wrong' as const }
    throw error
  }
}

export const loader = serverLoader(load)
export const clientLoader = browserLoader(load)

const cancel: TokenAct = async ({ eventRegistrations }, { token }) => {
  await eventRegistrations.cancel({ token })
  return '/events/cancel?done=yes'
}

export const action = serverAction(cancel)
export const clientAction = browserAction(cancel)

export default function EventCancelPage({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  return (
    <>
      <HeroBanner title="Your registration" seed="cancel" />
      <div className="wrap py-section">
        {params.has('done') ? (
          <ActionResult text={cancelMessages.done} isGood {...onward} />
        ) : loaderData.state === 'registered' ? (
          <>
            {loaderData.event && (
              <>
                <h2 className="text-2xl">{loaderData.event.title}</h2>
                <EventFacts event={loaderData.event} className="mt-4 mb-8 grid gap-2 font-medium" />
              </>
            )}
            <p className="measure mb-6">
              {loaderData.is_deleted
                ? 'You are not on the list any more. Shall we delete your details for good?'
                : 'Shall we cancel your place? Your details are deleted then, and somebody else can come.'}
            </p>
            <PlainForm
              method="post"
              // The token stays in the URL, with which the page is loaded again after an error.
              action={`/events/cancel?${new URLSearchParams({ token: loaderData.token })}`}
              className="grid gap-4"
            >
              <FormError>{actionData?.problem}</FormError>
              <div className="flex flex-wrap gap-3">
                <Button type="submit" size="lg" variant="danger">
                  {loaderData.is_deleted ? 'Delete my details' : 'Cancel my registration'}
                </Button>
                {loaderData.event && !loaderData.is_deleted && (
                  <ButtonLink to={`/events/${loaderData.event.id}`} size="lg" variant="secondary">
                    Keep it
                  </ButtonLink>
                )}
              </div>
            </PlainForm>
          </>
        ) : loaderData.state === 'gone' ? (
          <ActionResult
            text="This registration is cancelled already. There is nothing more to do."
            {...onward}
          />
        ) : (
          <ActionResult text={cancelMessages.token} {...onward} />
        )}
      </div>
    </>
  )
}
