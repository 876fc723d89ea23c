import { useState } from 'react'
import { data, redirect, useSearchParams } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import { submitFormData } from '#client/forms/submit-form-data.ts'
import { readFormData } from '#client/loaders/form-data.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import { apiContext, browserLoader, loadFormToken, serverLoader } from '#client/loaders/loaders.ts'
import { TestimonialForm } from '#features/testimonials/public/testimonial-form.tsx'
import { testimonialForm, testimonialReceived } from '#features/testimonials/validation.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { company } from '#shared/company.ts'
import { notify } from '#ui/feedback/notify.ts'
import { Imigongo } from '#ui/ornament/imigongo.tsx'
import type { Route } from './+types/testimonial.ts'
import { ActionResult } from './sections/action-result.tsx'

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, {
    title: 'Share Your Experience',
    description: `Tell others how it was to work with ${company.name}, or to learn here.`,
    isUnlisted: true,
  })
}

export const handle: PageHandle = { query: ['sent'] }

const load = async (api: ApiClient) => ({ formToken: await loadFormToken(api) })

export const loader = serverLoader(load)
export const clientLoader = browserLoader(load)

/** The loaded data doesn't depend on the confirmation in the URL. */
export const shouldRevalidate = () => false

/** Handles the form without JavaScript. It redirects, so that a reload doesn't submit again. */
export async function action(args: Route.ActionArgs) {
  const { testimonials } = args.context.get(apiContext)
  const form = await readFormData(args)
  const outcome = await submitFormData(testimonialForm, form, testimonials.create)
  if ('refused' in outcome) return data(outcome.refused, { status: outcome.status })
  return redirect('/testimonial?sent=yes', 303)
}

const typedOnText = `${testimonialReceived} What you typed since has not been sent yet.`

export default function TestimonialPage({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const [isSent, setIsSent] = useState(params.has('sent'))
  return (
    <>
      <HeroBanner
        title="Share your experience"
        description="Our team reads every testimonial before it appears on the site, which can take a few days."
        seed="ubuhamya"
      />
      <div id="testimonial" className="wrap scroll-mt-16 py-section">
        {isSent ? (
          <ActionResult text={testimonialReceived} isGood to="/" linkText="Back to Home" />
        ) : (
          <div className="grid gap-16 lg:grid-cols-[minmax(0,42rem)_1fr] xl:gap-24">
            <TestimonialForm
              formToken={loaderData.formToken}
              refused={actionData}
              onSent={(isTypedOn) => {
                if (isTypedOn) notify({ type: 'success', message: typedOnText })
                else setIsSent(true)
              }}
            />
            <div className="overflow-clip rounded max-lg:hidden">
              <Imigongo seed="ubuhamya" bands={7} unitPx={4} />
            </div>
          </div>
        )}
      </div>
    </>
  )
}
