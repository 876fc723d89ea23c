import { data, redirect, useSearchParams } from 'react-router'
import { submitFormData } from '#client/forms/submit-form-data.ts'
import { readFormData } from '#client/loaders/form-data.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import { apiContext } from '#client/loaders/loaders.ts'
import { useIsMailSetUp } from '#client/mail-note.ts'
import { MyDataForm } from '#features/personal-data/public/my-data-form.tsx'
import { linkRequested, myDataForm } from '#features/personal-data/validation.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { company } from '#shared/company.ts'
import type { Route } from './+types/my-data.ts'
import { ActionResult } from './sections/action-result.tsx'

const description = `See, download and erase what ${company.name} stores of you.`

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, { title: 'Your data', description, isUnlisted: true })
}

export const handle: PageHandle = { query: ['sent'] }

/** Handles the form without JavaScript. */
export async function action(args: Route.ActionArgs) {
  const { personalData } = args.context.get(apiContext)
  const form = await readFormData(args)
  const outcome = await submitFormData(myDataForm, form, personalData.requestLink)
  if ('refused' in outcome) return data(outcome.refused, { status: outcome.status })
  return redirect('/my-data?sent=yes', 303)
}

export default function MyDataPage({ actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const isMailSetUp = useIsMailSetUp()
  return (
    <>
      <HeroBanner title="Your data" description={description} seed="ibanga" />
      <div className="wrap py-section">
        {params.has('sent') ? (
          <ActionResult
            text={linkRequested(isMailSetUp)}
            isGood
            to="/privacy"
            linkText="Back to Privacy"
          />
        ) : (
          <>
            <p className="measure mb-6">
              Tell us the email that you gave us. We write to it, whether we store anything or not,
              with a link to what there is.
            </p>
            <MyDataForm refused={actionData} />
          </>
        )}
      </div>
    </>
  )
}
