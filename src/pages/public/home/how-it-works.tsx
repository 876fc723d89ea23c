import { useSearchParams } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { NumberedSteps } from '../sections/numbered-steps.tsx'

const forTalents = [
  {
    title: 'Sign up and create your profile',
    text: 'Choose a cohort and a tech stack, and tell us who you are. It takes about ten minutes.',
  },
  {
    title: 'Get trained and certified',
    text: 'Three months of projects, feedback and practice, with a certificate that employers know.',
  },
  {
    title: 'Connect with employers',
    text: 'We introduce you to companies that fit, and prepare you for the interview.',
  },
]

const forBusiness = [
  {
    title: 'Share your needs',
    text: 'A short call about the role, the hours and the people your team gets on with.',
  },
  {
    title: 'Review vetted candidates',
    text: 'A shortlist with work samples and references. You interview whom you like.',
  },
  {
    title: 'Onboard and scale',
    text: 'We see to contracts, equipment and the first weeks. You add people when you need them.',
  },
]

/** The process for talents or for employers, in two tabs. */
export function HowItWorks() {
  const [params] = useSearchParams()
  return (
    <section id="how-it-works" aria-labelledby="how-it-works-heading" className="bg-sand">
      <div className="wrap py-section">
        <h2 id="how-it-works-heading" className="text-3xl">
          How It Works
        </h2>
        <Tabs
          label="How it works for whom"
          value={params.get('for') === 'business' ? 'business' : 'talent'}
          className="mt-8 mb-14 md:-mt-13 md:ml-auto"
          tabs={[
            {
              id: 'talent',
              label: 'For Talents',
              href: '?for=talent#how-it-works',
              content: (
                <>
                  <NumberedSteps steps={forTalents} />
                  <ButtonLink to="/cohort-application" size="lg" className="mt-12">
                    Start Your Journey
                  </ButtonLink>
                </>
              ),
            },
            {
              id: 'business',
              label: 'For Business',
              href: '?for=business#how-it-works',
              content: (
                <>
                  <NumberedSteps steps={forBusiness} />
                  <ButtonLink to="/contact?inquiry=hiring" size="lg" className="mt-12">
                    Hire with Us
                  </ButtonLink>
                </>
              ),
            },
          ]}
        />
      </div>
    </section>
  )
}
