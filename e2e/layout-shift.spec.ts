import { layoutShifts, readDown, watchLayoutShifts } from './support/layout-shifts.ts'
import { expect, test } from './support/test.ts'

/** The test environment can't reach the map service. */
test.use({ expectedErrors: /openstreetmap/, reducedMotion: 'no-preference' })

const pages = ['/', '/insights/why-kigali-an-honest-answer', '/contact']

for (const width of [360, 1280]) {
  test(`no layout shifts at ${width} pixels, neither at the top nor further down`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await watchLayoutShifts(page)
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
      await readDown(page)
      await page.waitForLoadState('networkidle')
      expect(await layoutShifts(page), path).toEqual([])
    }
  })
}
