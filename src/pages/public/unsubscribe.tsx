import type { ReactNode } from 'react'
import { data, redirect, useSearchParams } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { readPostedForm } from '#client/loaders/form-data.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import {
  apiContext,
  browserLoader,
  type LoaderArgs,
  serverLoader,
} from '#client/loaders/loaders.ts'
import { linkMessages } from '#features/newsletter/validation.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import type { Route } from './+types/unsubscribe.ts'

export function meta(here: Route.MetaArgs) {
  return [
    ...pageMeta(here, { title: 'Unsubscribe', description: 'Leave the list of our newsletter.' }),
    { name: 'robots', content: 'noindex' },
  ]
}

export const handle: PageHandle = { query: ['token', 'back'] }

/** The page shows one person's subscription, so it must not be cached. */
export const headers = () => ({ 'cache-control': 'no-store' })

/** Loads the state of the link's subscription. */
async function load(api: ApiClient, { request }: LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
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

/**
 * Opening the link changes nothing, because mail programs prefetch links. The page's button posts here, and so does a
 * mail program's own unsubscribe button (RFC 8058).
 */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  const form = await readPostedForm(args)
  const token = form.get('token') ?? new URL(request.url).searchParams.get('token') ?? ''
  const { newsletter } = context.get(apiContext)
  const isComingBack = form.get('intent') === 'subscribe'
  try {
    await (isComingBack ? newsletter.resubscribe({ token }) : newsletter.unsubscribe({ token }))
  } catch (error) {
    const { status, detail } = parseApiError(error)
    return data({ problem: detail }, { status: status ?? 500 })
  }
  if (form.get('List-Unsubscribe') === 'One-Click') return data({ problem: '' })
  const params = new URLSearchParams({ token, ...(isComingBack && { back: 'yes' }) })
  return redirect(`/newsletter/unsubscribe?${params}`, 303)
}

export default function UnsubscribePage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, state } = loaderData
  const [params] = useSearchParams()
  return (
    <>
      <HeroBanner title="The newsletter" seed="newsletter" />
      <div className="wrap py-section">
        {state === 'ACTIVE' && params.has('back') ? (
          <Told text={linkMessages.subscribedAgain} />
        ) : state === 'ACTIVE' ? (
          <TokenForm token={token} intent="leave" problem={actionData?.problem}>
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
          <TokenForm token={token} intent="subscribe" problem={actionData?.problem}>
            <p role="status" className="font-semibold text-success text-xl">
              {linkMessages.unsubscribed}
            </p>
            <p>Was it a mistake?</p>
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
          <Told
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
  problem: string | undefined
  children: ReactNode
}

function TokenForm({ token, intent, problem, children }: TokenFormProps) {
  return (
    <form
      method="post"
      action={`/newsletter/unsubscribe?${new URLSearchParams({ token })}`}
      className="grid gap-5"
    >
      <input type="hidden" name="intent" value={intent} />
      <FormError>{problem}</FormError>
      {children}
    </form>
  )
}

function Told({ text }: { text: string }) {
  return (
    <>
      <p role="status" className="mb-8 font-semibold text-xl">
        {text}
      </p>
      <ButtonLink to="/">Back to Home</ButtonLink>
    </>
  )
}
