// Starts carousels before hydration: they name this script in `data-runs`.
import { startCarousel } from './start-carousel.ts'

for (const carousel of document.querySelectorAll<HTMLElement>('[data-carousel]')) {
  startCarousel(carousel)
}
