import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import type { PageHandle } from '#client/loaders/loaders.ts'
import { renderedOnly, serverLoader } from '#client/loaders/loaders.ts'
import { useCompany } from '#client/use-company.ts'
import { ApplicationWizard } from '#features/applications/public/application-wizard.tsx'
import type { Cohort } from '#features/cohorts/contract.ts'
import { CohortList } from '#features/cohorts/public/cohort-list.tsx'
import { weeksOf } from '#features/cohorts/public/registration.ts'
import { courseStructuredData } from '#features/cohorts/public/structured-data.ts'
import { loadCohortPage, useCohorts } from '#features/cohorts/public/use-cohorts.ts'
import { TechStackList } from '#features/tech-stacks/public/tech-stack-list.tsx'
import { useTechStacks } from '#features/tech-stacks/public/use-tech-stacks.ts'
import { pageMeta } from '#layout/page-meta.ts'
import { company } from '#shared/company.ts'
import { formatDate, pluralize } from '#shared/format.ts'
import { useNow } from '#ui/use-now.ts'
import type { Route } from './+types/cohort-application.ts'

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

export const handle: PageHandle = { query: ['step'], isAwake: true }

type Loaded = {
  firstPage: Awaited<ReturnType<typeof loadCohortPage>> | null
  renderedAt: string
  allCohorts?: Cohort[]
}

/** If the cohorts can't be loaded, the page still renders, and the browser retries. */
async function load(api: ApiClient): Promise<Loaded> {
  // Rounded to the minute, so that pages rendered within one minute are identical and compressed once.
  const renderedAt = `${new Date().toISOString().slice(0, 16)}:00.000Z`
  try {
    return { firstPage: await loadCohortPage(api), renderedAt }
  } catch (error) {
    console.error('Cohorts could not be loaded', error)
    return { firstPage: null, renderedAt }
  }
}

/** Loads all cohorts for the structured data; the page itself shows the first few. */
async function loadAllCohorts(api: ApiClient) {
  try {
    return (await api.cohorts.list({ page: 1, page_size: 100 })).results
  } catch (error) {
    console.error('The course could not be described', error)
    return []
  }
}

export const loader = serverLoader(async (api) => {
  const [loaded, allCohorts] = await Promise.all([load(api), loadAllCohorts(api)])
  return renderedOnly(loaded, { allCohorts })
})
/** A navigation doesn't wait for the cohorts: placeholders are shown until they are loaded. */
export const clientLoader = async (): Promise<Loaded> => ({
  firstPage: null,
  renderedAt: new Date().toISOString(),
})

/** The steps differ only in their query, so the loaded data is kept. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname

export default function CohortApplicationPage({ loaderData }: Route.ComponentProps) {
  const { email, phone } = useCompany().contact
  const now = useNow(loaderData.renderedAt)
  const cohorts = useCohorts(loaderData.firstPage)
  const { techStacks, reload: reloadTechStacks } = useTechStacks()
  return (
    <>
      <noscript>
        <p className="wrap py-6 font-semibold">
          This form needs JavaScript. Without it, write to us at{' '}
          <a href={`mailto:${email}`} className="underline">
            {email}
          </a>{' '}
          or call {phone}, and we help you apply.
        </p>
      </noscript>
      <ApplicationWizard
        cohorts={({ selected, onSelect }) => (
          <CohortList {...cohorts} {...{ now, onSelect }} selectedId={selected?.id} />
        )}
        techStacks={({ selected, onSelect }) => (
          <TechStackList {...{ techStacks, onSelect }} selectedId={selected?.id} />
        )}
        summaryOf={(cohort, techStack) => ({
          cohort: cohort.name,
          start: formatDate(cohort.start),
          techStack: techStack.name,
          duration: pluralize(weeksOf(cohort), 'week'),
        })}
        onRefusedChoice={() => {
          void cohorts.reload()
          void reloadTechStacks()
        }}
      />
    </>
  )
}
