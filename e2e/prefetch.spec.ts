import { expect, openHydrated, test } from './support/test.ts'

/** How the open page came: by a request of its own, or fetched ahead. */
const deliveryOf = () => {
  const [navigation] = performance.getEntriesByType('navigation')
  return (navigation as PerformanceResourceTiming & { deliveryType: string }).deliveryType
}

test('a page that is pointed at is fetched ahead, and shown without another request', async ({
  page,
}) => {
  await page.goto('/why-rwanda')
  const client = await page.context().newCDPSession(page)
  await client.send('Preload.enable')
  const fetched: string[] = []
  client.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
    if (status === 'Ready') fetched.push(new URL(prefetchUrl).pathname)
  })
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Services' })
  await link.hover()
  await expect.poll(() => fetched).toEqual(['/services'])
  await link.click()
  await expect(page).toHaveURL('/services')
  expect(await page.evaluate(deliveryOf)).toBe('navigational-prefetch')
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
