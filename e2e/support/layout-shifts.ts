import type { Page } from '@playwright/test'

type Shift = PerformanceEntry & { value: number; sources: { node?: Element }[] }

/** Notes every layout shift of the pages that are opened from now on. */
export const watchLayoutShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? 'a text')
        shifts.push(`${value}: ${moved.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** @returns the layout shifts of the open page, as the score and the beginnings of what moved */
export const layoutShifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)

/** Scrolls through the page as a reader does, so that all of it is drawn. */
export const readDown = (page: Page) =>
  page.evaluate(async () => {
    // The second frame draws what the first one has found to be in view. A browser without a screen stops drawing
    // frames now and then, for ever.
    const drawn = () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
        setTimeout(resolve, 500)
      })
    for (let top = 300; top < document.body.scrollHeight; top += 300) {
      scrollTo({ top, behavior: 'instant' })
      await drawn()
    }
  })
