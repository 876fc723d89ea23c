import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { ApiClient } from '#client/api/client.ts'
import { browserLoader, serverLoader } from '#client/loaders/loaders.ts'
import { useCompany } from '#client/use-company.ts'
import { TeamGrid } from '#features/team/public/team-grid.tsx'
import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { company } from '#shared/company.ts'
import { ButtonLink } from '#ui/button.tsx'
import { CeoQuote } from '../sections/ceo-quote.tsx'
import { StatsBand } from '../sections/stats-band.tsx'
import type { Route } from './+types/who-we-are.ts'
import { FounderStory } from './founder-story.tsx'
import { MissionAndVision } from './mission-and-vision.tsx'
import { Pillars } from './pillars.tsx'

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, {
    title: 'Who We Are',
    description: `The story, the mission and the people of ${company.name}: a company in Kigali that trains African talent and connects it to employers around the world.`,
  })
}

/** If the team can't be loaded, the page still renders, and offers to retry. */
async function load(api: ApiClient) {
  try {
    const { results } = await api.team.list({ page_size: 100 })
    return { team: results }
  } catch (error) {
    console.error('The team could not be loaded', error)
    return { team: null }
  }
}

export const loader = serverLoader(load)
export const clientLoader = browserLoader(load)

export default function WhoWeArePage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { years, trained, partners, rate } = useCompany().about
  // The labels are required as they are, including the repeated one.
  const milestones = [
    { figure: years, label: 'Years Experience' },
    { figure: trained, label: 'Students Trained' },
    { figure: partners, label: 'Students Trained' },
    { figure: rate, label: 'Job Placement' },
  ]
  return (
    <>
      <HeroBanner
        title="Who We are?"
        description={`${company.name} is a training and outsourcing company in Kigali. We look for talent where few have looked, train it until it is ready, and connect it to employers who need it.`}
        seed="turi bande"
      />
      <FounderStory />
      <StatsBand label="Milestones" seed="intambwe" stats={milestones} />
      <MissionAndVision />
      <Pillars />
      <CeoQuote seed="ijambo">
        Talent is spread evenly over the world. Opportunity is not. We spend our days on the
        difference.
      </CeoQuote>
      <TeamGrid members={loaderData.team} onRetry={revalidate} />
      <ClosingCall
        title="Tell us what you are building"
        text="In half an hour we can say whether we are the right people for it, and whom you would work with."
      >
        <ButtonLink to="/contact" size="lg">
          Book Consultation
        </ButtonLink>
      </ClosingCall>
    </>
  )
}

type ClosingCallProps = {
  title: string
  text: string
  /** Its button. */
  children: ReactNode
}

/** The call to action at the end of the page. */
function ClosingCall({ title, text, children }: ClosingCallProps) {
  return (
    <section className="wrap py-section">
      <div className="flex flex-col items-start justify-between gap-x-16 gap-y-8 lg:flex-row lg:items-end">
        <div>
          <h2 className="max-w-[20ch] text-4xl">{title}</h2>
          <p className="measure mt-5 text-lg text-muted">{text}</p>
        </div>
        <div className="flex shrink-0 flex-wrap gap-3">{children}</div>
      </div>
    </section>
  )
}
