import { Pause, Play } from 'lucide-react'
import type { CSSProperties } from 'react'
import { classNames } from '#ui/class-names.ts'
import { PartnerLogo } from './partner-logo.tsx'
import { partners } from './partners.ts'
import { useRotation } from './use-rotation.ts'

/**
 * The partners' logos, advancing to the left by one every three seconds. A large screen shows all five; the row is
 * rendered twice, so that it can loop.
 */
export function PartnerStrip() {
  const rotation = useRotation(partners.length)
  const { at, isSliding, isPaused, setIsPaused } = rotation
  return (
    <section aria-label="Our partners" className="wrap py-[clamp(3.5rem,7vw,6rem)]">
      <p className="mx-auto max-w-[40ch] text-balance text-center font-semibold text-lg text-muted">
        Trusted global partners working together with the company every day
      </p>
      <div {...rotation.holders}>
        <div className="mt-10 overflow-hidden [mask-image:linear-gradient(to_right,transparent,black_4%,black_96%,transparent)]">
          <ul
            data-at={at % partners.length}
            onTransitionEnd={rotation.handleEnd}
            style={{ '--at': at } as CSSProperties}
            className={classNames(
              'flex translate-x-[calc(var(--at)*-100%/var(--shown))] [--shown:2] sm:[--shown:3] lg:[--shown:5]',
              isSliding && 'transition-[translate] duration-800',
            )}
          >
            {[...partners, ...partners].map((partner, index) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: each partner is rendered twice, at fixed positions
                key={index}
                aria-hidden={index >= partners.length || undefined}
                className="grid w-[calc(100%/var(--shown))] shrink-0 items-start justify-items-center px-3 py-2 text-muted"
              >
                <PartnerLogo {...partner} />
              </li>
            ))}
          </ul>
        </div>
        <div className="noscript:hidden mt-6 flex items-center justify-center gap-1">
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
    </section>
  )
}
