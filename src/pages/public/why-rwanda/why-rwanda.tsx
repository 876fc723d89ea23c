import { HeroBanner } from '#layout/hero-banner.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { CeoQuote } from '../sections/ceo-quote.tsx'
import type { Route } from './+types/why-rwanda.ts'
import { LocationCard } from './location-card.tsx'
import { RwandaReasons } from './rwanda-reasons.tsx'

export function meta(here: Route.MetaArgs) {
  return pageMeta(here, {
    title: 'Why Rwanda',
    description:
      'Growth, literacy, a plan to 2050 and a working day that overlaps with Europe: why employers build their teams in Kigali, Rwanda.',
  })
}

export default function WhyRwandaPage() {
  return (
    <>
      <HeroBanner
        title="Why Rwanda"
        description="A country of a thousand hills, thirteen million people and one habit: what is planned gets done. It is a good place to build a team."
        seed="imisozi igihumbi"
      />
      <RwandaReasons />
      <CeoQuote seed="kigali">
        Employers come for the numbers and stay for the mornings: the city is awake, the network is
        up, and the team is already at work.
      </CeoQuote>
      <LocationCard />
    </>
  )
}
