import type { Page } from '@playwright/test'
import { expect, openHydrated, test } from './support/test.ts'

/** How the open page came: by a request of its own, or fetched ahead. */
const deliveryOf = () => {
  const [navigation] = performance.getEntriesByType('navigation')
  return (navigation as PerformanceResourceTiming & { deliveryType: string }).deliveryType
}

/** Opens a page, and notes the paths that it fetches ahead. */
async function openNoting(page: Page, path: string) {
  await page.goto(path)
  const client = await page.context().newCDPSession(page)
  await client.send('Preload.enable')
  const fetched: string[] = []
  client.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
    if (status === 'Ready') fetched.push(new URL(prefetchUrl).pathname)
  })
  return { client, fetched }
}

test('a page that is pointed at is fetched ahead, and shown without another request', async ({
  page,
}) => {
  const { fetched } = await openNoting(page, '/why-rwanda')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Services' })
  await link.hover()
  await expect.poll(() => fetched).toEqual(['/services'])
  await link.click()
  await expect(page).toHaveURL('/services')
  expect(await page.evaluate(deliveryOf)).toBe('navigational-prefetch')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('a page is fetched ahead as soon as a finger touches its link', async ({ page }) => {
    const { client, fetched } = await openNoting(page, '/why-rwanda')
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Services' })
    await link.scrollIntoViewIfNeeded()
    const { x = 0, y = 0 } = (await link.boundingBox()) ?? {}
    const touchPoints = [{ x: x + 5, y: y + 5 }]
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await expect.poll(() => fetched).toEqual(['/services'])
    await client.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] })
    await link.tap()
    await expect(page).toHaveURL('/services')
    expect(await page.evaluate(deliveryOf)).toBe('navigational-prefetch')
  })
})

test('a hydrated page fetches no documents ahead, and neither does one for who saves data', async ({
  page,
}) => {
  const rules = 'script[type=speculationrules]'
  await openHydrated(page, '/')
  const isSelected = await page.evaluate(
    (selector) => [...document.querySelectorAll('a')].some((link) => link.matches(selector)),
    ':root:not([data-hydrated]) a',
  )
  expect(isSelected).toBe(false)
  await page.setExtraHTTPHeaders({ 'save-data': 'on' })
  await page.goto('/')
  await expect(page.locator(rules)).toHaveCount(0)
  await page.setExtraHTTPHeaders({})
  await page.goto('/why-rwanda')
  await expect(page.locator(rules)).toHaveCount(1)
  await page.goto('/login')
  await expect(page.locator(rules)).toHaveCount(0)
})
