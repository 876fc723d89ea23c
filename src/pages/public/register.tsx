import { data, redirect, useLocation, useSearchParams } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import { fileIn, submitFormWithFiles } from '#client/forms/submit-form-data.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import {
  apiContext,
  browserLoader,
  formDataContext,
  loadFormToken,
  serverLoader,
} from '#client/loaders/loaders.ts'
import { Registered } from '#features/talents/public/registered.tsx'
import { TalentForm } from '#features/talents/public/talent-form.tsx'
import { WhatHappensNext } from '#features/talents/public/what-happens-next.tsx'
import { talentForm } from '#features/talents/validation.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { company } from '#shared/company.ts'
import type { Route } from './+types/register.ts'

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, {
    title: 'Register as a Talent',
    description: `Register with ${company.name} and be introduced to employers who look for your skills: customer support, software, design, bookkeeping and more. It costs nothing.`,
  })
}

export const handle: PageHandle = { query: ['registered'], hydratesOnLoad: true }

const load = async (api: ApiClient) => ({ formToken: await loadFormToken(api) })

export const loader = serverLoader(load)
export const clientLoader = browserLoader(load)

/** The loaded data doesn't depend on the confirmation in the URL. */
export const shouldRevalidate = () => false

/** Handles the form without JavaScript. The typed values stay on the page until the registration is stored. */
export async function action({ request, context }: Route.ActionArgs) {
  const { talents } = context.get(apiContext)
  const outcome = await submitFormWithFiles(
    talentForm,
    () => context.get(formDataContext)(request, 'POST /website/talents'),
    (payload, form) => talents.register({ ...payload, resume: fileIn(form, 'resume') as File }),
  )
  if ('refused' in outcome) return data(outcome.refused, { status: outcome.status })
  return redirect('/register?registered=yes', 303)
}

export default function RegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const state = useLocation().state as { isJustSent?: boolean } | null
  if (params.has('registered')) {
    return (
      <div className="wrap py-section">
        <Registered isJustSent={state?.isJustSent === true} />
      </div>
    )
  }
  return (
    <>
      <HeroBanner
        title="Be found for what you can do"
        description="Employers in Europe, the Gulf and America ask us for people with skills like yours. Tell us once what you can do, and we introduce you."
        seed="iyandikishe"
      />
      <div className="wrap grid gap-x-16 gap-y-14 py-section xl:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-labelledby="registration" className="min-w-0">
          <h2 id="registration" className="text-2xl">
            Your registration
          </h2>
          <p className="measure mt-2 mb-10 text-muted">
            About ten minutes. Fields with a star are needed.
          </p>
          <TalentForm formToken={loaderData.formToken} refused={actionData} />
        </section>
        <WhatHappensNext />
      </div>
    </>
  )
}
