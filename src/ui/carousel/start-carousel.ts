/*
 * Moves a carousel, with React and without: `Carousel` renders it, and a script starts it before hydration
 * (carousels.ts). The row is a scroller that snaps to its slides, so that fingers and the wheel move it
 * as well. It ends with copies of its first slides: it moves on to them, and from there jumps back unseen.
 */

/** In browsers that don't tell the end of a scroll, a row that has not moved for so long is at rest. */
const restMs = 150

const wantsLessMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Starts a carousel, unless it is started already. @param carousel an element with `data-carousel` */
export function startCarousel(carousel: HTMLElement) {
  const track = carousel.querySelector<HTMLElement>('[data-at]')
  if (!track || carousel.dataset.isStarted) return
  carousel.dataset.isStarted = 'true'
  const everyMs = Number(carousel.dataset.carousel)
  let timer: ReturnType<typeof setTimeout>
  let at = 0
  /** The place that the row is on its way to, with the copies counted; null once it has come to rest. */
  let target: number | null = null
  let isPaused = false
  let isHeld = false
  let isSeen = false

  const slides = () => [...track.children] as HTMLElement[]
  const count = () => slides().filter((slide) => !slide.ariaHidden).length
  const all = <Name extends string>(name: Name) =>
    carousel.querySelectorAll<HTMLElement>(`[data-${name}]`)

  function scrollTo(place: number, behavior: ScrollBehavior) {
    const [first] = slides()
    const slide = slides()[place]
    if (first && slide) track?.scrollTo({ left: slide.offsetLeft - first.offsetLeft, behavior })
  }

  function show(place: number) {
    at = place
    track?.setAttribute('data-at', `${at}`)
    for (const [index, bullet] of all('to').entries()) {
      if (index === at) bullet.ariaCurrent = 'true'
      else bullet.removeAttribute('aria-current')
    }
    clearTimeout(timer)
    if (isSeen && !isPaused && !isHeld) timer = setTimeout(() => move(1), everyMs)
  }

  /** Moves by one slide, over the end of the row by way of the copies. */
  function move(step: number) {
    // The row may be on its way to the copy of its first slide: forward it goes on from the first one.
    if (at === 0 && (step < 0 || target)) scrollTo(step < 0 ? count() : 0, 'instant')
    goTo(at + step < 0 ? count() - 1 : at + step)
  }

  function goTo(place: number) {
    target = place
    scrollTo(place, wantsLessMotion() ? 'instant' : 'smooth')
    show(place % count())
  }

  /** Where the row has come to rest: moved by hand, or at a copy. */
  function settle() {
    const [first, second] = slides()
    if (!first || !second || !track) return
    const place = Math.round(track.scrollLeft / (second.offsetLeft - first.offsetLeft))
    const isOnItsWay = target !== null && target !== place
    target = null
    if (isOnItsWay) return
    if (place >= count()) scrollTo(place % count(), 'instant')
    if (place % count() !== at) show(place % count())
  }

  function pause(next: boolean) {
    isPaused = next
    for (const button of all('pause')) button.hidden = isPaused
    for (const button of all('resume')) button.hidden = !isPaused
    show(at)
  }

  carousel.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('button')
    if (!button) return
    const { to, step, pause: still, resume } = button.dataset
    if (to) goTo(Number(to))
    if (step) move(Number(step))
    if (still !== undefined || resume !== undefined) {
      pause(still !== undefined)
      all(isPaused ? 'resume' : 'pause')[0]?.focus()
    }
  })
  // What has been near once stays, so that going back to it, or a picture of the whole page, shows it at once.
  track.addEventListener('contentvisibilityautostatechange', (event) => {
    const { target, skipped } = event as ContentVisibilityAutoStateChangeEvent
    if (!skipped) (target as HTMLElement).style.contentVisibility = 'visible'
  })
  if ('onscrollend' in window) track.addEventListener('scrollend', settle)
  else {
    let rest: ReturnType<typeof setTimeout>
    track.addEventListener('scroll', () => {
      clearTimeout(rest)
      rest = setTimeout(settle, restMs)
    })
  }
  if (carousel.dataset.stops === 'focus') {
    carousel.addEventListener('focusin', ({ target }) => {
      isHeld = (target as Element).matches(':focus-visible')
      show(at)
    })
    carousel.addEventListener('focusout', () => {
      isHeld = false
      show(at)
    })
  }
  new IntersectionObserver((entries) => {
    isSeen = entries.at(-1)?.isIntersecting ?? false
    show(at)
  }).observe(carousel)
  pause(wantsLessMotion())
}
