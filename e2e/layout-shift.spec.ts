import { expect, test } from './support/test.ts'

/** The test environment can't reach the map service. */
test.use({ expectedErrors: /openstreetmap/ })

const pages = ['/', '/insights/why-kigali-an-honest-answer', '/contact']

for (const width of [360, 1280]) {
  test(`no layout shifts at ${width} pixels, neither at the top nor further down`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript(() => {
      const shifts: string[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as (PerformanceEntry & {
          value: number
          sources: { node?: Element }[]
        })[]) {
          const moved = shift.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? 'a text')
          shifts.push(`${shift.value}: ${moved.join(', ')}`)
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of pages) {
      await page.goto(path, { waitUntil: 'networkidle' })
      const header = page.getByRole('banner')
      // The header is 80 px high at the top and 64 px from 20 px on, with a transition of half a second.
      for (const [y, height] of [
        [21, 64],
        [0, 80],
        [400, 64],
      ] as const) {
        await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y)
        await expect.poll(async () => (await header.boundingBox())?.height).toBe(height)
      }
      await page.evaluate(async () => {
        for (let top = 400; top < document.body.scrollHeight; top += 400) {
          scrollTo({ top, behavior: 'instant' })
          // The second frame draws what the first one has found to be in view.
          await new Promise((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(resolve)),
          )
        }
      })
      await page.waitForLoadState('networkidle')
      const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
      expect(shifts, path).toEqual([])
    }
  })
}
