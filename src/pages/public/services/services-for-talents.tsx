import { ButtonLink } from '#ui/button.tsx'
import { BadgeCheck, Globe, Handshake } from '#ui/icons.ts'
import { Reveal } from '#ui/lazy/reveal.tsx'
import { ChooseYourPath } from './choose-your-path.tsx'
import { ServiceHero } from './service-hero.tsx'

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
          <ul className="mt-12 grid gap-10 md:grid-cols-3">
            {reasons.map(({ icon: Icon, title, text }) => (
              <li key={title} className="border-accent border-t-3 pt-6">
                <Icon aria-hidden="true" className="size-8 text-accent" />
                <h3 className="mt-4 text-xl">{title}</h3>
                <p className="mt-2 text-muted">{text}</p>
              </li>
            ))}
          </ul>
        </Reveal>
      </section>
    </>
  )
}
