/** The header is fixed and lower from this scroll position on, in pixels. */
const scrolledFrom = 20

/** Tells the style sheet, by `data-scrolled` on the page, whether the page is scrolled. */
const update = () =>
  document.documentElement.toggleAttribute('data-scrolled', scrollY > scrolledFrom)

addEventListener('scroll', update, { passive: true })
// At once it would have the page laid out before it is complete.
requestAnimationFrame(update)

export {}
