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
import { NewsletterForm } from '#features/newsletter/public/newsletter-form.tsx'
import { linkMessages } from '#features/newsletter/validation.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { company } from '#shared/company.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PlainForm } from '#ui/forms/plain-form.tsx'
import type { Route } from './+types/confirm-newsletter.ts'
import { ActionResult } from './sections/action-result.tsx'

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, {
    title: 'Confirm the newsletter',
    description: `Confirm that you want the newsletter of ${company.name}.`,
    isUnlisted: true,
  })
}

export const handle: PageHandle = { query: ['token'] }

export const headers = privateHeaders

/** Loads the state of the link's subscription. */
async function load(api: ApiClient, { request }: LoaderArgs) {
  const token = tokenIn(request)
  try {
    const { status } = await api.newsletter.ofConfirmToken({ token })
    return { token, state: status }
  } catch (error) {
    const { status } = parseApiError(error)
    if (status === 410) return { token, state: 'EXPIRED' as const }
    if (status === 400 || status === 404) return { token, state: 'WRONG' as const }
    throw error
  }
}

export const loader = serverLoader(load)
export const clientLoader = browserLoader(load)

const change: TokenAct = async ({ newsletter }, { token }) => {
  await newsletter.confirm({ token })
  return pathOf(token)
}

export const action = serverAction(change)
export const clientAction = browserAction(change)

const pathOf = (token: string) => `/newsletter/confirm?${new URLSearchParams({ token })}`

export default function ConfirmNewsletterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, state } = loaderData
  return (
    <>
      <HeroBanner title="The newsletter" seed="newsletter" />
      <div className="wrap py-section">
        {state === 'UNCONFIRMED' ? (
          <PlainForm
            method="post"
            action={pathOf(token)}
            className="grid justify-items-start gap-5"
          >
            <FormError>{actionData?.problem}</FormError>
            <h2 className="text-2xl">Do you want our newsletter?</h2>
            <p>Events, cohorts and news from Kigali, by email. One click ends it at any time.</p>
            <Button type="submit" size="lg">
              Confirm the subscription
            </Button>
          </PlainForm>
        ) : state === 'ACTIVE' ? (
          <ActionResult text={linkMessages.confirmed} isGood to="/" linkText="Back to Home" />
        ) : (
          <>
            <p role="status" className="mb-6 font-semibold text-xl">
              {state === 'EXPIRED' ? linkMessages.expired : linkMessages.token}
            </p>
            {state === 'EXPIRED' && <NewsletterForm />}
          </>
        )}
      </div>
    </>
  )
}
