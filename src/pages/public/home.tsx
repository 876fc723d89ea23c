import { FiguresBand } from '#features/company/site/figures-band.tsx'
import { Hero } from '#features/company/site/hero.tsx'
import { HowItWorks } from '#features/company/site/how-it-works.tsx'
import { PartnerStrip } from '#features/company/site/partner-strip.tsx'
import { ValueProposition } from '#features/company/site/value-proposition.tsx'
import { WhoWeAreSection } from '#features/company/site/who-we-are-section.tsx'
import { WhyChoose } from '#features/company/site/why-choose.tsx'
import { pageMeta } from '#layout/page-meta.ts'
import { site } from '#site'

export function meta() {
  return pageMeta({
    title: 'Smart Talent. Global Reach.',
    description:
      'We connect employers around the world to skilled African talent, and train that talent in Kigali, Rwanda.',
  })
}

const figures = [
  { figure: site.figures.years, label: 'Years Experience' },
  { figure: site.figures.trained, label: 'Talents Trained' },
  { figure: site.figures.partners, label: 'Partner Companies' },
  { figure: site.figures.rate, label: 'Cost Reduction Rate' },
]

export default function HomePage() {
  return (
    <>
      <Hero />
      <WhoWeAreSection />
      <FiguresBand label="In figures" seed="figures" figures={figures} />
      <ValueProposition />
      <WhyChoose />
      <HowItWorks />
      <PartnerStrip />
    </>
  )
}
