import { useSearchParams } from 'react-router'
import type { PageHandle } from '#client/loaders/loaders.ts'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { company } from '#shared/company.ts'
import { Tabs } from '#ui/tabs.tsx'
import type { Route } from './+types/services.ts'
import { ServicesForEmployers } from './services-for-employers.tsx'
import { ServicesForTalents } from './services-for-talents.tsx'

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, {
    title: 'Services',
    description: `What ${company.name} does for employers: vetted talent, outsourcing and back-office operations. And for talents: training, certification and work.`,
  })
}

export const handle: PageHandle = { query: ['for'] }

/** The URL contains the selected tab, so that it can be shared. */
export default function ServicesPage() {
  const [params] = useSearchParams()
  return (
    <>
      <HeroBanner
        title="Services"
        description="We stand between two people who need each other. Tell us which of them you are."
        seed="serivisi"
      />
      <Tabs
        label="Services for whom"
        value={params.get('for') === 'talents' ? 'talents' : 'employers'}
        className="relative z-10 mx-auto -mt-11"
        tabs={[
          {
            id: 'employers',
            label: 'For Employers',
            href: '?for=employers',
            content: <ServicesForEmployers />,
          },
          {
            id: 'talents',
            label: 'For Talents',
            href: '?for=talents',
            content: <ServicesForTalents />,
          },
        ]}
      />
    </>
  )
}
