import { ButtonLink } from '#ui/button.tsx'
import { Reveal } from '#ui/lazy/reveal.tsx'
import { Eyebrow } from '#ui/ornament/eyebrow.tsx'
import { Imigongo } from '#ui/ornament/imigongo.tsx'

const offers = [
  {
    title: 'BootCamp Training',
    text: 'Three intensive months that turn a good head into a colleague: real projects, code reviews, English for work, and an industry certification at the end.',
  },
  {
    title: 'Talent Outsourcing',
    text: 'Developers, designers and support agents who join your team from Kigali. We find them, vet them and employ them; you work with them as with your own.',
  },
  {
    title: 'Back-Office Operations',
    text: 'The work behind your work, from IT support to timekeeping, run by a team with clear hours, clear figures and one person who answers for it.',
  },
]

/** The company's services: a sticky heading, and three rows beside it. */
export function ValueProposition() {
  return (
    <section aria-labelledby="offers" className="wrap py-section">
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[2fr_3fr]">
        <div className="lg:sticky lg:top-32 lg:self-start">
          <Eyebrow>What we do</Eyebrow>
          <h2 id="offers" className="mt-5 text-3xl">
            Three ways to build with African talent
          </h2>
          <p className="measure mt-5 text-muted">
            Take one of them or all three. They share the same people, the same standards and the
            same address in Kigali.
          </p>
          <ButtonLink to="/services" className="mt-8">
            Learn More
            {/* For search engines, which read the text of a link without its context. */}
            <span aria-hidden="true" className="sr-only">
              {' '}
              about our services
            </span>
          </ButtonLink>
        </div>
        <ol className="grid gap-6">
          {offers.map(({ title, text }) => (
            <li key={title}>
              <Reveal className="grid overflow-hidden rounded bg-raised shadow-low sm:grid-cols-[8rem_1fr]">
                <div className="h-14 overflow-hidden sm:h-full">
                  <Imigongo seed={title} bands={2} unitPx={2.6} />
                </div>
                <div className="p-6 sm:p-8">
                  <h3 className="text-2xl">{title}</h3>
                  <p className="mt-3 text-muted">{text}</p>
                </div>
              </Reveal>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
