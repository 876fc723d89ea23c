import { useCompany } from '#client/use-company.ts'
import { addressLines } from '#shared/company.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Sunrise } from '../sections/sunrise.tsx'

const facts = [
  { term: 'Time zone', text: 'UTC+2 all year: the same as Berlin in summer' },
  { term: 'Languages', text: 'Kinyarwanda, English, French, Swahili' },
  { term: 'By air', text: 'Direct flights to London, Paris, Brussels, Dubai and Johannesburg' },
]

/** The company's location, and its advantages for remote work. */
export function LocationCard() {
  const { contact } = useCompany()
  return (
    <section aria-labelledby="location" className="wrap py-section">
      <div className="grid overflow-hidden rounded bg-raised shadow-high md:grid-cols-2">
        <Sunrise className="aspect-4/3 max-h-96 md:aspect-auto md:h-full md:max-h-none" />
        <div className="p-7 sm:p-9 lg:p-16">
          <h2 id="location" className="text-3xl">
            Kigali, Rwanda
          </h2>
          <address className="mt-3 text-lg text-muted not-italic">
            {addressLines(contact).map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
          <dl className="mt-8 grid gap-5">
            {facts.map(({ term, text }) => (
              <div key={term}>
                <dt className="text-muted text-sm">{term}</dt>
                <dd className="font-semibold">{text}</dd>
              </div>
            ))}
          </dl>
          <ButtonLink to="/contact" size="lg" className="mt-10">
            Reach Out to Us
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
