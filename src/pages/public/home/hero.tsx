import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import mapUrl from './world-map.svg?url'

/** The first screen: the headline and a world map. */
export function Hero() {
  return (
    <section className="relative overflow-hidden bg-sand">
      <div className="wrap relative z-10 pt-[clamp(3rem,7vw,6.5rem)] lg:pb-[clamp(5rem,9vw,9rem)]">
        <h1 className="text-display">
          <span className="block">Smart Talent.</span>{' '}
          <span className="block text-accent">Global Reach.</span>
        </h1>
        <p className="mt-6 max-w-[34ch] text-lg text-muted">
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
      {/* Small screens show the middle of the map; large ones show all of it beside the text. */}
      <div className="mt-8 pb-10 sm:mt-2 lg:absolute lg:inset-y-0 lg:right-[-1vw] lg:m-0 lg:flex lg:w-[66vw] lg:items-center lg:pb-0 lg:[mask-image:linear-gradient(to_right,transparent_16%,black_30%)]">
        <WorldMap className="-ml-[48vw] w-[190vw] max-w-none sm:-ml-[8vw] sm:w-[112vw] lg:m-0 lg:w-full" />
      </div>
    </section>
  )
}

/**
 * A world map of diamonds, with lines from Kigali to employers' cities. The drawing is a separate file, so that it is
 * downloaded once; each part gets its colour here. Kigali beats outside of it: a moving part has all of a drawing drawn
 * anew for each frame.
 */
function WorldMap({ className }: { className?: string }) {
  const part = (id: string, look: string) => <use href={`${mapUrl}#${id}`} className={look} />
  return (
    <div className={classNames('relative', className)}>
      <svg
        role="img"
        aria-label="A map of the world: lines lead from Kigali to New York, São Paulo, London, Berlin, Dubai, Johannesburg, Singapore, Tokyo and Sydney"
        viewBox="0 0 1000 470"
        className="block"
      >
        {part('land', 'text-map')}
        {part('africa', 'text-ochre')}
        {part('arcs', 'animate-draw text-primary [stroke-dasharray:1]')}
        {part('cities', 'text-primary')}
        {part('names', 'hidden stroke-4 stroke-sand text-text lg:block')}
        {part('home-name', 'stroke-4 stroke-sand text-text')}
      </svg>
      <Kigali look="animate-beat bg-accent" />
      <Kigali look="bg-text forced-colors:bg-[CanvasText]" />
    </div>
  )
}

/** A diamond at the place where the lines of the map begin. */
const Kigali = ({ look }: { look: string }) => (
  <span
    className={`-translate-1/2 absolute top-[58.23%] left-[56.36%] aspect-square w-[1.27%] rotate-45 ${look}`}
  />
)
