import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import script from './carousels.ts?worker&url'
import { startCarousel } from './start-carousel.ts'

type CarouselProps = {
  /** By the key of its slide. Its copy is inert, unless it has content of its own, `copy`, which Tab must not reach. */
  slides: readonly { key: string | number; content: ReactNode; copy?: ReactNode }[]
  /** The most slides that are in view at once. */
  shownMax: number
  /** How long each slide stands still. */
  everyMs: number
  /** Whether it waits while the keyboard's focus is within. */
  stopsOnFocus?: boolean
  trackClassName?: string
  slideClassName: string
  /** The bullets and buttons, which say by `data-to`, `data-step`, `data-pause` and `data-resume` what they do. */
  children: ReactNode
}

/**
 * Slides in a row that advance by themselves, in a loop (`start-carousel.ts`). Without JavaScript they are scrolled.
 */
export function Carousel(props: CarouselProps) {
  const { slides, shownMax, everyMs, stopsOnFocus = false, children } = props
  const copies = slides.length > 1 ? slides.slice(0, shownMax) : []
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (ref.current) startCarousel(ref.current)
  }, [])
  return (
    <div
      ref={ref}
      data-carousel={everyMs}
      data-stops={stopsOnFocus ? 'focus' : undefined}
      data-runs={script}
      data-near=""
    >
      <ul
        data-at="0"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys as well
        tabIndex={0}
        className={classNames(
          'flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none]',
          props.trackClassName,
        )}
      >
        {[...slides, ...copies].map(({ key, content, copy }, index) => {
          const isCopy = index >= slides.length
          return (
            <li
              key={isCopy ? `copy of ${key}` : key}
              aria-hidden={isCopy || undefined}
              inert={isCopy && !copy}
              className={classNames('shrink-0 snap-start', props.slideClassName)}
            >
              {isCopy && copy ? copy : content}
            </li>
          )
        })}
      </ul>
      {slides.length > 1 && children}
    </div>
  )
}

/** The marks by which one goes to a slide. */
export function Bullets({ labels, className }: { labels: readonly string[]; className: string }) {
  return labels.map((label, index) => (
    <button
      key={label}
      type="button"
      aria-label={label}
      data-to={index}
      aria-current={index === 0 || undefined}
      className={classNames('group grid place-items-center', className)}
    >
      <span className="size-2.5 rotate-45 bg-control transition-transform group-aria-current:scale-140 group-aria-current:bg-accent" />
    </button>
  ))
}
