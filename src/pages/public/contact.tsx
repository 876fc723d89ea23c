import { data, redirect, useSearchParams } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { readPostedForm } from '#client/loaders/form-data.ts'
import { apiContext, browserLoader, loadFormToken, serverLoader } from '#client/loaders/loaders.ts'
import { ContactForm } from '#features/contact/public/contact-form.tsx'
import { ContactInformation } from '#features/contact/public/contact-information.tsx'
import { ContactMap } from '#features/contact/public/contact-map.tsx'
import { contactFailed, contactSent } from '#features/contact/public/contact-messages.ts'
import {
  type ContactErrors,
  type ContactValues,
  contactErrors,
  contactValues,
  formChecks,
  inquiryNamed,
} from '#features/contact/public/inquiries.ts'
import { WhyContact } from '#features/contact/public/why-contact.tsx'
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

const load = async (api: ApiClient) => ({ formToken: await loadFormToken(api) })

export const loader = serverLoader(load)
export const clientLoader = browserLoader(load)

/** The inquiry in the address changes nothing of what is loaded. */
export const shouldRevalidate = () => false

/** Where the form posts without JavaScript. What was typed stays on the page until the message is stored. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readPostedForm(request)
  const values = contactValues(form)
  const errors = contactErrors(values)
  if (Object.keys(errors).length > 0) return refused(400, values, errors)
  try {
    await context.get(apiContext).contact.send({ ...values, ...formChecks(form) })
  } catch (error) {
    const { status, detail } = parseApiError(error)
    const isOurs = status === null || status >= 500
    return refused(status ?? 500, values, {}, isOurs ? contactFailed : detail)
  }
  return redirect('/contact?sent=yes', 303)
}

const refused = (
  status: number,
  values: ContactValues,
  errors: ContactErrors,
  problem = 'Please check the fields.',
) => data({ values, errors, problem }, { status })

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  return (
    <>
      <HeroBanner
        title="Contact"
        description="Hiring, learning, or just curious? Tell us what you need. We reply within 24 hours."
        seed="twandikire"
      />
      <div className="wrap grid gap-x-16 gap-y-14 py-section lg:grid-cols-[1.5fr_1fr]">
        <section aria-labelledby="contact-form">
          <h2 id="contact-form" className="mb-6 text-2xl">
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
            // Another inquiry in the address is another form.
            key={params.get('inquiry')}
            inquiry={inquiryNamed(params.get('inquiry'))}
            subject={params.get('subject') ?? undefined}
            formToken={loaderData.formToken}
            posted={actionData}
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
