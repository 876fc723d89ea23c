// Starts the carousels of a page before React does; loaded by the pages that have any.
import { startCarousel } from '#ui/carousel/start-carousel.ts'

for (const carousel of document.querySelectorAll<HTMLElement>('[data-carousel]')) {
  startCarousel(carousel)
}
