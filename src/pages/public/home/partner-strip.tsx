import { useCompany } from '#client/use-company.ts'
import type { Company } from '#shared/settings.ts'
import { Bullets, Carousel } from '#ui/carousel/carousel.tsx'
import { Pause, Play } from '#ui/icons.ts'
import { PartnerLogo } from './partner-logo.tsx'

/** How many a large screen shows at once: fewer stand still. */
const shownMax = 5

/** The partners' logos. */
export function PartnerStrip() {
  const { partners } = useCompany()
  if (partners.length === 0) return null
  return (
    <section aria-label="Our partners" className="wrap py-[clamp(3.5rem,7vw,6rem)]">
      <p className="mx-auto max-w-[40ch] text-balance text-center font-semibold text-lg text-muted">
        Trusted global partners working together with the company every day
      </p>
      {partners.length < shownMax ? (
        <ul className="mt-10 flex flex-wrap items-center justify-center gap-x-14 gap-y-8 text-muted">
          {partners.map((partner) => (
            <li key={partner.name} className="min-w-0 max-w-full">
              <LinkedLogo {...partner} />
            </li>
          ))}
        </ul>
      ) : (
        <Moving partners={partners} />
      )}
    </section>
  )
}

/** The logos, advancing to the left by one every three seconds. A large screen shows five. */
function Moving({ partners }: Pick<Company, 'partners'>) {
  const quiet =
    'ml-2 grid size-8 place-items-center rounded-sm text-muted hover:bg-sand hover:text-text'
  return (
    <Carousel
      slides={partners.map((partner) => ({
        key: partner.name,
        content: <LinkedLogo {...partner} />,
        copy: <LinkedLogo {...partner} tabIndex={-1} />,
      }))}
      shownMax={shownMax}
      everyMs={3000}
      stopsOnFocus
      trackClassName="mt-10 [mask-image:linear-gradient(to_right,transparent,black_4%,black_96%,transparent)]"
      slideClassName="grid w-1/2 items-start justify-items-center px-3 py-2 text-muted sm:w-1/3 lg:w-1/5"
    >
      <div className="noscript:hidden mt-6 flex flex-wrap items-center justify-center gap-1">
        <Bullets labels={partners.map(({ name }) => `Show ${name} first`)} className="size-8" />
        <button
          type="button"
          data-resume=""
          aria-label="Let the logos move"
          hidden
          className={quiet}
        >
          <Play aria-hidden="true" className="size-4" />
        </button>
        <button type="button" data-pause="" aria-label="Hold the logos still" className={quiet}>
          <Pause aria-hidden="true" className="size-4" />
        </button>
      </div>
    </Carousel>
  )
}

type LinkedLogoProps = Company['partners'][number] & { tabIndex?: number }

/** A logo that leads to its partner's site, if it has one. */
function LinkedLogo({ name, logo, url, tabIndex }: LinkedLogoProps) {
  if (!url) return <PartnerLogo name={name} logo={logo} />
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      tabIndex={tabIndex}
      className="block max-w-full rounded-sm hover:text-text"
    >
      <PartnerLogo name={name} logo={logo} />
    </a>
  )
}
