import { classNames } from '#ui/class-names.ts'
import { Reveal } from '#ui/lazy/reveal.tsx'
import { Eyebrow } from '#ui/ornament/eyebrow.tsx'
import { ImigongoEdge } from '#ui/ornament/imigongo.tsx'

const reasons = [
  {
    figure: '7.5%',
    label: 'Annual GDP growth',
    text: 'One of the steadiest growing economies in Africa, year after year.',
  },
  {
    figure: '7.5%',
    label: 'Internet penetration',
    text: 'Fibre reaches every district, and more people come online each year.',
  },
  {
    figure: '73%',
    label: 'Literacy rate',
    text: 'Schools teach in English, and most of the country is younger than 25.',
  },
  {
    figure: 'Top 3',
    label: 'Ease of doing business',
    text: 'Among the first three in Africa: a company is registered within hours, online.',
  },
  {
    figure: 'Vision 2050',
    label: 'A plan that is kept',
    text: 'The country means to live by knowledge and services, and invests accordingly.',
  },
  {
    figure: 'Operational excellence',
    label: 'Things work',
    text: 'Safe streets, reliable power, direct flights, and a working day that overlaps with Europe.',
  },
]

/** Six cards with reasons. Cards in a row share a subgrid, so that their lines align. */
export function RwandaReasons() {
  return (
    <section aria-labelledby="rwanda-reasons" className="wrap py-section">
      <Eyebrow>The place in six facts</Eyebrow>
      <h2 id="rwanda-reasons" className="mt-5 max-w-[20ch] text-3xl">
        A small country that plans far ahead
      </h2>
      <Reveal>
        <ul className="mt-12 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {reasons.map(({ figure, label, text }) => (
            <li
              key={label}
              className="row-span-3 grid grid-rows-subgrid gap-y-0 overflow-hidden rounded bg-raised shadow-low"
            >
              <h3 className="self-end px-6 pt-6 sm:px-8 sm:pt-8">
                <span
                  className={classNames(
                    'block font-extrabold text-accent leading-none tracking-tight',
                    figure.length > 6 ? 'text-3xl' : 'text-4xl',
                  )}
                >
                  {figure}
                </span>{' '}
                <span className="mt-3 block text-lg">{label}</span>
              </h3>
              <p className="px-6 pt-2 pb-6 text-muted sm:px-8 sm:pb-8">{text}</p>
              <ImigongoEdge seed={`imigisha ${label}`} heightPx={16} />
            </li>
          ))}
        </ul>
      </Reveal>
    </section>
  )
}
