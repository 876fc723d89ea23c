import { pageMeta } from '#layout/page-meta.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Imigongo, ImigongoEdge } from '#ui/imigongo.tsx'
import { Reveal } from '#ui/reveal.tsx'

export function meta() {
  return pageMeta({
    title: 'Smart Talent. Global Reach.',
    description:
      'We connect employers around the world to skilled African talent, and train that talent in Kigali, Rwanda.',
  })
}

export default function HomePage() {
  return (
    <>
      <Hero />
      <Stats />
    </>
  )
}

/** Woven strips, rising: each column's height is a share of the panel's. */
const strips = [
  { seed: 'umurava', className: 'h-[38%]' },
  { seed: 'ubumwe', className: 'h-[62%]' },
  { seed: 'huza', className: 'h-[48%]' },
  { seed: 'kigali', className: 'h-[82%]' },
  { seed: 'imigongo', className: 'h-full' },
]

function Hero() {
  return (
    <section className="overflow-hidden bg-sand">
      <div className="wrap grid gap-x-12 gap-y-10 pt-[clamp(3rem,7vw,6rem)] lg:grid-cols-[1.25fr_1fr]">
        <div className="lg:pb-[clamp(3rem,7vw,6rem)]">
          <h1 className="text-display">
            Smart Talent. <span className="text-accent">Global Reach.</span>
          </h1>
          <p className="measure mt-6 text-lg text-muted">
            From Kigali we connect employers around the world to people who are trained, vetted and
            ready to work with them.
          </p>
          <div className="mt-9 flex flex-wrap gap-3">
            <ButtonLink to="/contact?inquiry=hiring" size="lg" className="grow sm:grow-0">
              Hire with Us
            </ButtonLink>
            <ButtonLink
              to="/cohort-application"
              size="lg"
              variant="secondary"
              className="grow sm:grow-0"
            >
              Join our Talent
            </ButtonLink>
          </div>
        </div>
        <div className="flex h-36 items-end gap-3 sm:h-48 lg:h-auto lg:min-h-96">
          {strips.map(({ seed, className }) => (
            <div
              key={seed}
              className={`min-w-0 grow basis-0 overflow-hidden rounded-t ${className}`}
            >
              <Imigongo seed={seed} bands={5} unitPx={2.5} />
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

const stats = [
  { figure: '10+', label: 'Years Experience' },
  { figure: '2000+', label: 'Talents Trained' },
  { figure: '50+', label: 'Partner Companies' },
  { figure: '83%', label: 'Cost Reduction Rate' },
]

function Stats() {
  return (
    <section aria-label="In figures" className="scheme-dark bg-ink">
      <ImigongoEdge seed="figures" heightPx={24} />
      <Reveal>
        <dl className="wrap grid grid-cols-2 gap-x-6 gap-y-10 py-14 lg:grid-cols-4 lg:py-20">
          {stats.map(({ figure, label }) => (
            <div key={label} className="flex flex-col-reverse gap-2">
              <dt className="text-muted">{label}</dt>
              <dd className="font-extrabold text-4xl text-accent">{figure}</dd>
            </div>
          ))}
        </dl>
      </Reveal>
    </section>
  )
}
