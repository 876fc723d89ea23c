import { useCompany } from '#client/use-company.ts'
import { company } from '#shared/company.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Reveal } from '#ui/lazy/reveal.tsx'
import { Eyebrow } from '#ui/ornament/eyebrow.tsx'
import { Imigongo } from '#ui/ornament/imigongo.tsx'
import { Sunrise } from '../sections/sunrise.tsx'
import { TickList } from '../sections/tick-list.tsx'
import { FilmButton } from './film-button.tsx'

const points = [
  "Bridging global businesses with Africa's talent",
  'Innovation-driven, tech-enabled services',
  'Creating jobs and skills for youth',
  'Reliable, scalable, cost-effective',
]

/** The home page's second section: the team, and a video about it. */
export function WhoWeAreSection() {
  const { years, outsourced } = useCompany().about
  return (
    <section aria-labelledby="who-we-are" className="overflow-hidden">
      <div className="wrap grid items-center gap-x-20 gap-y-14 py-section lg:grid-cols-2">
        <div className="relative mx-auto w-full max-w-xl pr-5 pb-12 pl-5 sm:pr-10 sm:pl-8">
          <div className="absolute inset-y-10 right-0 left-1/2 overflow-hidden rounded">
            <Imigongo seed="ubumwe" bands={3} unitPx={2.5} />
          </div>
          <div className="relative aspect-[6/7] overflow-hidden rounded shadow-high sm:aspect-square">
            <Sunrise className="size-full" />
            {/* Without a transform: without JavaScript, the dialog would cover no more than this. */}
            <div className="absolute inset-x-0 top-0 grid h-[88%] place-items-center">
              <FilmButton />
            </div>
          </div>
          <Stat className="absolute -top-5 left-0 sm:top-8" value={years}>
            Working Experience
          </Stat>
          <Stat className="absolute right-0 bottom-4 sm:right-4" value={outsourced}>
            Talents Outsourced
          </Stat>
        </div>
        <Reveal>
          <Eyebrow>WHO WE ARE</Eyebrow>
          <h2 id="who-we-are" className="mt-5 text-4xl">
            Shaping Africa's Digital Workforce
          </h2>
          <p className="measure mt-6 text-lg text-muted">
            {company.name} trains young people in Kigali for the work that the world needs done, and
            stays beside them and their employers once the work begins.
          </p>
          <TickList items={points} className="mt-8 text-lg" />
          <ButtonLink to="/who-we-are" size="lg" className="mt-10">
            Discover more about our mission
          </ButtonLink>
        </Reveal>
      </div>
    </section>
  )
}

type StatProps = { value: string; className: string; children: string }

function Stat({ value, className, children }: StatProps) {
  return (
    <p className={`${className} rounded bg-raised px-5 py-3 font-semibold text-sm shadow-high`}>
      <strong className="mr-1 font-extrabold text-2xl text-accent">{value}</strong> {children}
    </p>
  )
}
