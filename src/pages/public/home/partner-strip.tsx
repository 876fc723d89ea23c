import { Pause, Play } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useCompany } from '#client/use-company.ts'
import type { Company } from '#shared/settings.ts'
import { classNames } from '#ui/class-names.ts'
import { PartnerLogo } from './partner-logo.tsx'
import { useRotation } from './use-rotation.ts'

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
        <Carousel partners={partners} />
      )}
    </section>
  )
}

/**
 * The logos, advancing to the left by one every three seconds. A large screen shows five; the row is rendered twice, so
 * that it can loop.
 */
function Carousel({ partners }: Pick<Company, 'partners'>) {
  const rotation = useRotation(partners.length)
  const { at, isSliding, isPaused, setIsPaused } = rotation
  return (
    <div {...rotation.holders} data-wakes="near">
      <div className="mt-10 overflow-clip [mask-image:linear-gradient(to_right,transparent,black_4%,black_96%,transparent)]">
        <ul
          data-at={at % partners.length}
          onTransitionEnd={rotation.handleEnd}
          style={{ '--at': at } as CSSProperties}
          className={classNames(
            'flex translate-x-[calc(var(--at)*-100%/var(--shown))] [--shown:2] sm:[--shown:3] lg:[--shown:5]',
            // Its end is waited for, also where motion is reduced.
            isSliding && 'transition-[translate] duration-800 motion-reduce:duration-[0.01ms]!',
          )}
        >
          {[...partners, ...partners].map((partner, index) => {
            const isCopy = index >= partners.length
            return (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: each partner is rendered twice, at fixed positions
                key={index}
                aria-hidden={isCopy || undefined}
                className="grid w-[calc(100%/var(--shown))] shrink-0 items-start justify-items-center px-3 py-2 text-muted"
              >
                <LinkedLogo
                  {...partner}
                  isCopy={isCopy}
                  onFocus={() => !isCopy && rotation.goTo(index)}
                />
              </li>
            )
          })}
        </ul>
      </div>
      <div className="noscript:hidden mt-6 flex flex-wrap items-center justify-center gap-1">
        {partners.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            aria-label={`Show ${name} first`}
            aria-current={at % partners.length === index || undefined}
            onClick={() => rotation.goTo(index)}
            className="group grid size-8 place-items-center"
          >
            <span className="size-2.5 rotate-45 bg-control transition-transform group-aria-current:scale-140 group-aria-current:bg-accent" />
          </button>
        ))}
        <button
          type="button"
          aria-label={isPaused ? 'Let the logos move' : 'Hold the logos still'}
          onClick={() => setIsPaused(!isPaused)}
          className="ml-2 grid size-8 place-items-center rounded-sm text-muted hover:bg-sand hover:text-text"
        >
          {isPaused ? (
            <Play aria-hidden="true" className="size-4" />
          ) : (
            <Pause aria-hidden="true" className="size-4" />
          )}
        </button>
      </div>
    </div>
  )
}

type LinkedLogoProps = Company['partners'][number] & {
  /** Whether it is there only to be seen: it has no place in the order of the Tab key. */
  isCopy?: boolean
  onFocus?: () => void
}

/** A logo that leads to its partner's site, if it has one. */
function LinkedLogo({ name, logo, url, isCopy, onFocus }: LinkedLogoProps) {
  if (!url) return <PartnerLogo name={name} logo={logo} />
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      tabIndex={isCopy ? -1 : undefined}
      onFocus={onFocus}
      className="block max-w-full rounded-sm hover:text-text"
    >
      <PartnerLogo name={name} logo={logo} />
    </a>
  )
}
