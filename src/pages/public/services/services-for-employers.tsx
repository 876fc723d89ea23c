import { ButtonLink } from '#ui/button.tsx'
import { NumberedSteps } from '../sections/numbered-steps.tsx'
import { WhyChoose } from '../sections/why-choose.tsx'
import { BackOffice } from './back-office.tsx'
import { ServiceHero } from './service-hero.tsx'

const steps = [
  {
    title: 'Select Talents',
    text: 'Tell us the role. Within a few days you read profiles with work samples and references.',
  },
  {
    title: 'Interview Talents',
    text: 'Meet those you like, give them a task of your own, and ask whatever you want to know.',
  },
  {
    title: 'Onboard',
    text: 'We prepare the contract, the desk and the equipment. Your new colleague starts on Monday.',
  },
]

export function ServicesForEmployers() {
  return (
    <>
      <ServiceHero
        title="Your next colleague lives in Kigali"
        text="Hire one developer or a whole support desk. Everyone we propose has been trained, tested and met in person, and works in your hours."
        seed="umurimo"
      >
        <ButtonLink to="/contact?inquiry=hiring" size="lg">
          Hire Our Talents
        </ButtonLink>
      </ServiceHero>
      <WhyChoose />
      <section aria-labelledby="hiring-steps" className="bg-sand">
        <div className="wrap py-section">
          <h2 id="hiring-steps" className="mb-12 text-3xl">
            A team in three steps
          </h2>
          <NumberedSteps steps={steps} />
          <ButtonLink to="/contact?inquiry=hiring" size="lg" className="mt-12">
            Hire with Us
          </ButtonLink>
        </div>
      </section>
      <BackOffice />
      <section aria-labelledby="expanding" className="scheme-dark bg-hill-deep">
        <div className="wrap flex flex-wrap items-end justify-between gap-x-16 gap-y-8 py-section">
          <div>
            <h2 id="expanding" className="text-4xl">
              Expanding Across Borders?
            </h2>
            <p className="measure mt-5 text-lg text-muted">
              We know the law, the payroll and the people here. Open an office in Kigali with us
              before you open one yourself.
            </p>
          </div>
          <ButtonLink to="/contact" size="lg" variant="accent">
            Talk to Us
          </ButtonLink>
        </div>
      </section>
    </>
  )
}
