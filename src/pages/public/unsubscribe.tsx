import type { ReactNode } from 'react'
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
import { linkMessages } from '#features/newsletter/validation.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PlainForm } from '#ui/forms/plain-form.tsx'
import type { Route } from './+types/unsubscribe.ts'
import { ActionResult } from './sections/action-result.tsx'

const onward = { to: '/', linkText: 'Back to Home' }

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, {
    title: 'Unsubscribe',
    description: 'Leave the list of our newsletter.',
    isUnlisted: true,
  })
}

export const handle: PageHandle = { query: ['token', 'back', 'return'] }

export const headers = privateHeaders

/** Loads the state of the link's subscription. */
async function load(api: ApiClient, { request }: LoaderArgs) {
  const token = tokenIn(request)
  try {
    const { status } = await api.newsletter.ofToken({ token })
    return { token, state: status }
  } catch (error) {
    const { status } = parseApiError(error)
    if (status === 404) return { token, state: 'GONE' as const }
    if (status === 400) return { token, state: 'WRONG' as const }
    throw error
  }
}

export const loader = serverLoader(load)
export const clientLoader = browserLoader(load)

/** The page's button posts here, and so does a mail program's own unsubscribe button (RFC 8058). */
const change: TokenAct = async ({ newsletter }, { token, form }) => {
  const isComingBack = form.get('intent') === 'subscribe'
  await (isComingBack ? newsletter.resubscribe({ token }) : newsletter.unsubscribe({ token }))
  if (form.get('List-Unsubscribe') === 'One-Click') return null
  const params = new URLSearchParams({ token, ...(isComingBack && { back: 'yes' }) })
  return `/newsletter/unsubscribe?${params}`
}

export const action = serverAction(change)
export const clientAction = browserAction(change)

export default function UnsubscribePage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, state } = loaderData
  const [params] = useSearchParams()
  return (
    <>
      <HeroBanner title="The newsletter" seed="newsletter" />
      <div className="wrap py-section">
        {state === 'ACTIVE' && (params.has('back') || params.has('return')) ? (
          <ActionResult text={linkMessages.subscribedAgain} {...onward} />
        ) : state === 'ACTIVE' ? (
          <TokenForm token={token} intent="leave" response={actionData}>
            <h2 className="text-2xl">Leave the list?</h2>
            <p>We will not write to you any more. You can come back whenever you like.</p>
            <div className="flex flex-wrap gap-3">
              <Button type="submit" size="lg">
                Unsubscribe
              </Button>
              <ButtonLink to="/" size="lg" variant="secondary">
                Stay subscribed
              </ButtonLink>
            </div>
          </TokenForm>
        ) : state === 'UNSUBSCRIBED' ? (
          <TokenForm token={token} intent="subscribe" response={actionData}>
            {params.has('return') ? (
              <h2 className="text-2xl">Come back to the newsletter?</h2>
            ) : (
              <>
                <p role="status" className="font-semibold text-success text-xl">
                  {linkMessages.unsubscribed}
                </p>
                <p>Was it a mistake?</p>
              </>
            )}
            <div className="flex flex-wrap gap-3">
              <Button type="submit" size="lg" variant="secondary">
                Subscribe again
              </Button>
              <ButtonLink to="/" size="lg" variant="quiet">
                Back to Home
              </ButtonLink>
            </div>
          </TokenForm>
        ) : (
          <ActionResult
            {...onward}
            text={
              state === 'GONE'
                ? 'This address is no longer on our list. There is nothing more to do.'
                : linkMessages.token
            }
          />
        )}
      </div>
    </>
  )
}

type TokenFormProps = {
  token: string
  intent: 'leave' | 'subscribe'
  response: Route.ComponentProps['actionData']
  children: ReactNode
}

function TokenForm({ token, intent, response, children }: TokenFormProps) {
  return (
    <PlainForm
      method="post"
      action={`/newsletter/unsubscribe?${new URLSearchParams({ token })}`}
      className="grid gap-5"
    >
      <input type="hidden" name="intent" value={intent} />
      {/* What was done although its response was lost needs no second try. */}
      <FormError>{response?.intent === intent && response.problem}</FormError>
      {children}
    </PlainForm>
  )
}
