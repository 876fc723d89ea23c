import { data, redirect, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import { fileIn, submitFormWithFiles } from '#client/forms/submit-form-data.ts'
import {
  apiContext,
  browserLoader,
  formDataContext,
  type LoaderArgs,
  loadFormToken,
  type PageHandle,
  renderedOnly,
  serverLoader,
  thisMinute,
} from '#client/loaders/loaders.ts'
import {
  applicationUrl,
  parseApplicationUrl,
} from '#features/applications/public/application-url.ts'
import { ApplicationWizard } from '#features/applications/public/application-wizard.tsx'
import { moreFormId } from '#features/applications/public/step-frame.tsx'
import { applicationForm, type genders, today, toSent } from '#features/applications/validation.ts'
import type { Cohort } from '#features/cohorts/contract.ts'
import { CohortList } from '#features/cohorts/public/cohort-list.tsx'
import { weeksOf } from '#features/cohorts/public/registration.ts'
import { courseStructuredData } from '#features/cohorts/public/structured-data.ts'
import { loadCohortPages, useCohorts } from '#features/cohorts/public/use-cohorts.ts'
import { useServerNow } from '#features/cohorts/public/use-server-now.ts'
import { TechStackList } from '#features/tech-stacks/public/tech-stack-list.tsx'
import { useTechStacks } from '#features/tech-stacks/public/use-tech-stacks.ts'
import { pageMeta } from '#layout/page-meta.ts'
import { company } from '#shared/company.ts'
import { formatDate, pluralize } from '#shared/format.ts'
import type { Route } from './+types/cohort-application.ts'
import {
  type ApplicationChoice,
  choiceProblems,
  findChoice,
  loadAllCohorts,
  offeredFor,
} from './application-choice.ts'

export function meta(here: Route.MetaArgs) {
  return pageMeta(
    here,
    {
      title: 'Apply to a Cohort',
      description: `Apply to a cohort of ${company.name}: three months of intensive training in Kigali, an industry certification and support in finding a job.`,
    },
    import.meta.env.SSR && {
      structured: (siteUrl) => courseStructuredData(here.loaderData?.allCohorts ?? [], siteUrl),
    },
  )
}

export const handle: PageHandle = {
  query: ['cohort', 'page', 'step', 'tech_stack'],
  // The first step is read, and small documents follow what is pressed in it. Nothing of an application is in it yet.
  hydratesOnLoad: ({ searchParams }) => parseApplicationUrl(searchParams).step > 1,
}

type Loaded = {
  firstPage: Awaited<ReturnType<typeof loadCohortPages>> | null
  /** When the server rendered the document. */
  renderedAt?: string
  /** When a navigation loaded it. */
  loadedAt?: string
  /** The choice that the URL names, if it does. */
  choice?: ApplicationChoice
  formToken?: string
  allCohorts?: Cohort[] | null
}

/** If the cohorts can't be loaded, the page still renders, and the browser retries. */
async function loadFirstPage(api: ApiClient, query: URLSearchParams) {
  try {
    return await loadCohortPages(api, Number(query.get('page') ?? 1))
  } catch (error) {
    console.error('Cohorts could not be loaded', error)
    return null
  }
}

async function load(api: ApiClient, { request }: LoaderArgs) {
  const query = new URL(request.url).searchParams
  const { step, ...chosen } = parseApplicationUrl(query)
  const [firstPage, allCohorts, formToken] = await Promise.all([
    loadFirstPage(api, query),
    loadAllCohorts(api),
    step === 3 ? loadFormToken(api) : undefined,
  ])
  const loaded: Loaded = {
    firstPage,
    ...(chosen.cohort && { choice: await findChoice(api, chosen, allCohorts) }),
    ...(formToken && { formToken }),
  }
  return { loaded, allCohorts }
}

export const loader = serverLoader(async (api, args: LoaderArgs) => {
  const { loaded, allCohorts } = await load(api, args)
  // For the structured data.
  return renderedOnly({ ...loaded, renderedAt: thisMinute() }, { allCohorts })
})
const loadInBrowser = browserLoader(async (api, args: LoaderArgs) => {
  const { loaded } = await load(api, args)
  const { serverTime } = await import('#client/api/client.ts')
  return { ...loaded, loadedAt: serverTime ?? thisMinute() }
})

/** A navigation doesn't wait for the cohorts, unless one is chosen: placeholders are shown until they are loaded. */
export const clientLoader = async (args: LoaderArgs): Promise<Loaded> =>
  parseApplicationUrl(new URL(args.request.url).searchParams).cohort
    ? loadInBrowser(args)
    : { firstPage: null, loadedAt: thisMinute() }

/** Handles the form without JavaScript. It redirects, so that a reload doesn't submit again. */
export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const outcome = await submitFormWithFiles(
    applicationForm,
    () => context.get(formDataContext)(request, 'POST /website/application'),
    async (payload, form) => {
      await api.applications.submit({
        ...toSent(payload),
        gender: payload.gender as (typeof genders)[number],
        done_at: today(),
        resume: fileIn(form, 'resume') as File,
      })
      return payload
    },
  )
  if ('sent' in outcome) return redirect(applicationUrl(4, outcome.sent), 303)
  const { refused, status } = outcome
  const asked = parseApplicationUrl(new URL(request.url).searchParams)
  const chosen = {
    cohort: refused.values.cohort || asked.cohort,
    tech_stack: refused.values.tech_stack || asked.tech_stack,
  }
  const cohorts = await loadAllCohorts(api)
  const choice = await findChoice(api, chosen, cohorts)
  const offered = offeredFor(refused.errors.fields, cohorts, choice.techStacks)
  return data({ ...refused, chosen, choice, offered }, { status })
}

/** The steps differ only in their query, so the loaded data is kept. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname

export default function CohortApplicationPage({ loaderData, actionData }: Route.ComponentProps) {
  const cohorts = useCohorts(loaderData.firstPage)
  const now = useServerNow(cohorts.loadedAt ?? loaderData.loadedAt, loaderData.renderedAt)
  const [query] = useSearchParams()
  const { step, ...asked } = parseApplicationUrl(query)
  const chosen = actionData?.chosen ?? asked
  const choice = actionData?.choice ?? loaderData.choice
  const techStack = choice?.techStacks.find(({ id }) => id === chosen.tech_stack) ?? null
  // Where the cohorts can't be read, the URL is believed.
  const isFound = !choice?.isKnown || Boolean(choice.cohort && techStack)
  const isSubmitted = step === 4 && Boolean(chosen.cohort && chosen.tech_stack) && isFound
  const problems = actionData || isSubmitted ? {} : choiceProblems(chosen, choice, now)
  const { techStacks, reload: reloadTechStacks } = useTechStacks(choice?.techStacks ?? null)
  return (
    <ApplicationWizard
      chosen={{
        cohort: problems.cohort ? null : (choice?.cohort ?? null),
        techStack,
      }}
      problems={problems}
      isSubmitted={isSubmitted}
      refused={actionData}
      formToken={loaderData.formToken ?? ''}
      cohorts={({ selected, onSelect }) => (
        <CohortList
          {...cohorts}
          now={now}
          onSelect={onSelect}
          selectedId={selected?.id}
          moreFormId={moreFormId}
        />
      )}
      hasMoreCohorts={cohorts.page < cohorts.totalPages}
      techStacks={({ selected, onSelect }) => (
        <TechStackList techStacks={techStacks} onSelect={onSelect} selectedId={selected?.id} />
      )}
      summaryOf={(cohort, techStack) => ({
        cohort: cohort.name,
        start: formatDate(cohort.start),
        techStack: techStack.name,
        duration: pluralize(weeksOf(cohort), 'week'),
      })}
      reload={() => {
        void cohorts.reload()
        void reloadTechStacks()
      }}
    />
  )
}
