import { ButtonLink } from '#ui/button.tsx'
import { BadgeCheck, Globe, Handshake } from '#ui/icons.ts'
import { Reveal } from '#ui/lazy/reveal.tsx'
import { ChooseYourPath } from './choose-your-path.tsx'
import { ServiceHero } from './service-hero.tsx'
import { ServicePoints } from './service-points.tsx'

const reasons = [
  {
    icon: Globe,
    title: 'Global Reach',
    text: 'Employers in Europe, the Gulf and America see your profile. You stay in Kigali, or go.',
  },
  {
    icon: BadgeCheck,
    title: 'Verified Opportunities',
    text: 'We check each employer, contract and salary before you hear of it. It costs you nothing.',
  },
  {
    icon: Handshake,
    title: 'Career Support',
    text: 'Practice interviews, help with your resume, and somebody to call in your first months.',
  },
]

export function ServicesForTalents() {
  return (
    <>
      <ServiceHero
        title="Work for the world, from home"
        text="Put your skills where employers look for them. Registering takes ten minutes and costs nothing, and we only write to you about work that fits."
        seed="impano"
      >
        <ButtonLink to="/register" size="lg">
          Register On Platform
        </ButtonLink>
      </ServiceHero>
      <ChooseYourPath />
      <section aria-labelledby="why-join" className="wrap py-section">
        <h2 id="why-join" className="text-3xl">
          Why Join Our Platform?
        </h2>
        <Reveal>
          <ServicePoints points={reasons} className="mt-12 gap-x-10 md:grid-cols-3" />
        </Reveal>
      </section>
    </>
  )
}
