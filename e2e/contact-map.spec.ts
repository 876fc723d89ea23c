import { mapUrls, serveMap } from './support/map.ts'
import { expect, expectAccessible, openHydrated, test } from './support/test.ts'

test.beforeEach(({ page }) => serveMap(page))

test('the map loads when it is near the viewport', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await openHydrated(page, '/contact')
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.getByRole('heading', { name: 'Visit us in Kigali' }).scrollIntoViewIfNeeded()
  await expect(page.getByTitle(/^Map of the office/)).toBeVisible()
})

test.describe('when the map cannot be reached', () => {
  test.use({ expectedErrors: /Failed to load resource|net::ERR/ })

  test('the linked address stays', async ({ page }) => {
    await page.route(mapUrls, (route) => route.abort())
    await openHydrated(page, '/contact')
    await page.getByRole('heading', { name: 'Visit us in Kigali' }).scrollIntoViewIfNeeded()
    await expect(page.getByText('The map cannot be reached right now.')).toBeVisible()
    await expect(page.getByRole('link', { name: /Kicukiro District/ })).toHaveAttribute(
      'href',
      /^https:\/\/www\.openstreetmap\.org\//,
    )
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('region', { name: 'Visit us in Kigali' })).toBeFocused()
    await expect(page.getByText('The map cannot be reached right now.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Visit us in Kigali' })).toBeFocused()
  })
})
