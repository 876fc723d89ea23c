import { useState } from 'react'
import { data, redirect, useSearchParams } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import { submitFormData } from '#client/forms/submit-form-data.ts'
import { readFormData } from '#client/loaders/form-data.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import { apiContext, browserLoader, loadFormToken, serverLoader } from '#client/loaders/loaders.ts'
import { ContactForm } from '#features/contact/public/contact-form.tsx'
import { ContactInformation } from '#features/contact/public/contact-information.tsx'
import { ContactMap } from '#features/contact/public/contact-map.tsx'
import { inquiryNamed } from '#features/contact/public/inquiries.ts'
import { WhyContact } from '#features/contact/public/why-contact.tsx'
import { contactForm, contactSent } from '#features/contact/validation.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { company } from '#shared/company.ts'
import type { Route } from './+types/contact.ts'

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, {
    title: 'Contact',
    description: `Write to ${company.name} in Kigali about hiring talent, training, a partnership or anything else. We reply within 24 hours.`,
  })
}

export const handle: PageHandle = { query: ['inquiry', 'subject', 'sent'] }

const load = async (api: ApiClient) => ({ formToken: await loadFormToken(api) })

export const loader = serverLoader(load)
export const clientLoader = browserLoader(load)

/** The loaded data doesn't depend on the inquiry in the URL. */
export const shouldRevalidate = () => false

/** Handles the form without JavaScript. It redirects, so that a reload doesn't submit again. */
export async function action(args: Route.ActionArgs) {
  const { context } = args
  const { contact } = context.get(apiContext)
  const outcome = await submitFormData(contactForm, await readFormData(args), contact.send)
  if ('refused' in outcome) return data(outcome.refused, { status: outcome.status })
  return redirect('/contact?sent=yes', 303)
}

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const asked = params.get('inquiry')
  const [isTyped, setIsTyped] = useState(actionData !== undefined)
  const [shown, setShown] = useState({ asked, inquiry: asked })
  // The form follows the inquiry in the URL, unless that would lose what is typed.
  if (shown.asked !== asked) setShown({ asked, inquiry: isTyped ? shown.inquiry : asked })
  return (
    <>
      <HeroBanner
        title="Contact"
        description="Hiring, learning, or just curious? Tell us what you need. We reply within 24 hours."
        seed="twandikire"
      />
      <div className="wrap grid gap-x-16 gap-y-14 py-section lg:grid-cols-[1.5fr_1fr]">
        <section aria-labelledby="contact-form">
          <h2 id="contact-form" className="mb-6 scroll-mt-24 text-2xl">
            Send us a message
          </h2>
          {params.has('sent') && (
            <p
              role="status"
              className="mb-6 rounded bg-success-soft px-4 py-3 font-semibold text-success"
            >
              {contactSent}
            </p>
          )}
          <ContactForm
            key={shown.inquiry}
            inquiry={inquiryNamed(shown.inquiry)}
            subject={params.get('subject') ?? undefined}
            formToken={loaderData.formToken}
            refused={actionData}
            isTyped={isTyped}
            onTyped={setIsTyped}
          />
        </section>
        <div className="flex flex-col gap-12">
          <ContactInformation />
          <WhyContact />
        </div>
      </div>
      <ContactMap />
    </>
  )
}
