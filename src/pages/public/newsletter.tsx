import { data, redirect, useSearchParams } from 'react-router'
import { submitFormData } from '#client/forms/submit-form-data.ts'
import { readFormData } from '#client/loaders/form-data.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import { apiContext } from '#client/loaders/loaders.ts'
import { confirmNotes } from '#features/newsletter/confirm-notes.ts'
import { NewsletterForm } from '#features/newsletter/public/newsletter-form.tsx'
import { newsletterForm } from '#features/newsletter/validation.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { company } from '#shared/company.ts'
import type { Route } from './+types/newsletter.ts'
import { ActionResult } from './sections/action-result.tsx'

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, {
    title: 'Newsletter',
    description: `Subscribe to the newsletter of ${company.name}: events, cohorts and news from Kigali.`,
    isUnlisted: true,
  })
}

export const handle: PageHandle = { query: ['subscribed'] }

/** Handles the newsletter form of every page without JavaScript. */
export async function action(args: Route.ActionArgs) {
  const { context } = args
  const { newsletter } = context.get(apiContext)
  const form = await readFormData(args)
  const outcome = await submitFormData(newsletterForm, form, newsletter.subscribe)
  if ('refused' in outcome) return data(outcome.refused, { status: outcome.status })
  // Another server may send nothing back.
  const [done = 'yes'] = notes.find(([, note]) => note === outcome.sent?.note) ?? []
  return redirect(`/newsletter?subscribed=${done}`, 303)
}

const notes = Object.entries(confirmNotes)

export default function NewsletterPage({ actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  return (
    <>
      <HeroBanner
        title="The newsletter"
        description="Events, cohorts and news from Kigali, by email."
        seed="newsletter"
      />
      <div className="wrap py-section">
        {params.has('subscribed') ? (
          <ActionResult text={newsletterForm.success} isGood to="/" linkText="Back to Home">
            {new Map(notes).get(params.get('subscribed') ?? '')}
          </ActionResult>
        ) : (
          <NewsletterForm refused={actionData} />
        )}
      </div>
    </>
  )
}
