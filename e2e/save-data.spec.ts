import { serveMap } from './support/map.ts'
import { expect, test } from './support/test.ts'

test.use({ extraHTTPHeaders: { 'save-data': 'on' } })

test('no font is loaded', async ({ page }) => {
  const fonts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url())
  })
  await page.goto('/insights/why-kigali-an-honest-answer')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(fonts).toEqual([])
})

test('the map and the scripts for it come when they are asked for', async ({ page }) => {
  await serveMap(page)
  await page.goto('/contact')
  const show = page.getByRole('button', { name: 'Show the map' })
  await show.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')
  await show.click()
  await expect(page.getByTitle(/^Map of the office/)).toBeVisible()
})
