import { data, redirect, useSearchParams } from 'react-router'
import { parseApiError } from '#client/api/errors.ts'
import { readPostedForm } from '#client/loaders/form-data.ts'
import { apiContext } from '#client/loaders/loaders.ts'
import { NewsletterForm } from '#features/newsletter/public/newsletter-form.tsx'
import { subscribeMessages } from '#features/newsletter/validation.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { company } from '#shared/company.ts'
import { isEmail } from '#shared/validation.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { Route } from './+types/newsletter.ts'

export function meta(here: Route.MetaArgs) {
  return [
    ...pageMeta(here, {
      title: 'Newsletter',
      description: `Subscribe to the newsletter of ${company.name}: events, cohorts and news from Kigali.`,
    }),
    { name: 'robots', content: 'noindex' },
  ]
}

/** Where the newsletter's form posts without JavaScript, from whatever page. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readPostedForm(request)
  const email = (form.get('email') ?? '').trim()
  if (!isEmail(email)) {
    return data({ email, error: subscribeMessages.email as string }, { status: 400 })
  }
  try {
    await context
      .get(apiContext)
      .newsletter.subscribe({ email, website: form.get('website') ?? '' })
  } catch (error) {
    const { status, detail } = parseApiError(error)
    const text = status === null || status >= 500 ? subscribeMessages.failure : detail
    return data({ email, error: text }, { status: status ?? 500 })
  }
  return redirect('/newsletter?subscribed=yes', 303)
}

export default function NewsletterPage({ actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  return (
    <>
      <HeroBanner
        title="The newsletter"
        description="Events, cohorts and news from Kigali, by e-mail."
        seed="newsletter"
      />
      <div className="wrap py-section">
        {params.has('subscribed') ? (
          <>
            <p role="status" className="mb-8 font-semibold text-success text-xl">
              {subscribeMessages.success}
            </p>
            <ButtonLink to="/">Back to Home</ButtonLink>
          </>
        ) : (
          <NewsletterForm posted={actionData} />
        )}
      </div>
    </>
  )
}
