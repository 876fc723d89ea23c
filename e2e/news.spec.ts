import { keepBack } from './support/kept-back.ts'
import { startServer } from './support/server.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  looks,
  openHydrated,
  test,
} from './support/test.ts'

const article = '/insights/how-a-berlin-and-kigali-team-shares-one-working-day'
const cards = 'main article'

for (const { width, colorScheme } of looks) {
  test(`news are accessible at ${width} pixels, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    const check = async () => {
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
    await openHydrated(page, '/insights?category=talent')
    await check()
    await openHydrated(page, article)
    await check()
    await page
      .getByRole('button', { name: /^Reply to/ })
      .first()
      .click()
    await page
      .getByRole('form', { name: /^Reply to/ })
      .getByRole('button', { name: 'Post Reply' })
      .click()
    await expect(page.getByText('Name must be at least 2 characters')).toBeVisible()
    await check()
    await page.getByRole('button', { name: 'Share' }).click()
    await check()
  })
}

test('a category filters the list, is in the URL, and shows six skeletons while it loads', async ({
  page,
}) => {
  await openHydrated(page, '/insights')
  await expect(page.getByRole('navigation', { name: 'Categories' }).getByRole('link')).toHaveText([
    'All',
    'Business In Tech',
    'Industry News',
    'Talent Development',
    'Africa Business',
  ])
  const respond = await keepBack(page, '**/api/website/news/**')
  await page.getByRole('link', { name: 'Industry News' }).click()
  await expect(page.locator('[data-skeleton-card]')).toHaveCount(6)
  respond()
  await expect(page).toHaveURL('/insights?category=industry')
  await expect(page.locator('[data-skeleton-card]')).toHaveCount(0)
  await expect(page.locator(cards).first()).toBeVisible()
  await expect(page.locator(cards).filter({ hasNotText: 'Industry News' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Industry News' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('a link opens the articles at once, with six skeletons until they are loaded', async ({
  page,
}) => {
  await openHydrated(page, '/services')
  const respond = await keepBack(page, '**/api/website/news/**')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'News & Insights' })
    .click()
  await expect(page).toHaveURL('/insights')
  await expect(page.locator('[data-skeleton-card]')).toHaveCount(6)
  respond()
  await expect(page.locator(cards)).toHaveCount(10)
  await expect(page.locator('[data-skeleton-card]')).toHaveCount(0)
})

test('more articles are added to the list, which is restored on going back', async ({ page }) => {
  await openHydrated(page, '/insights')
  await expect(page.locator(cards)).toHaveCount(10)
  await page.getByRole('link', { name: 'Load More Articles' }).click()
  await expect(page.locator(cards)).toHaveCount(20)
  await expect(page).toHaveURL('/insights?page=2')
  await page.locator(cards).nth(14).getByRole('link').click()
  await expect(page.locator('#article-body')).not.toBeEmpty()
  await page.goBack()
  await expect(page.locator(cards)).toHaveCount(20)
})

test.describe('when the server does not respond', () => {
  test.use({ expectedErrors: /could not be loaded|Failed to load resource/ })

  test('the list shows an error, and can be retried', async ({ page }) => {
    await openHydrated(page, '/insights')
    await page.route('**/api/website/news/**', (route) => route.abort())
    await page.getByRole('link', { name: 'Talent Development' }).click()
    await expect(page.getByText('The articles could not be loaded.')).toBeVisible()
    await page.unroute('**/api/website/news/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator(cards).first()).toBeVisible()
  })
})

test('the page contains the body of an article once, and shows all of it', async ({
  page,
  request,
}) => {
  const html = await (await request.get(article)).text()
  expect(html.split('Three habits that make the overlap count')).toHaveLength(2)
  await openHydrated(page, article)
  await expect(
    page.getByRole('heading', { name: 'Three habits that make the overlap count' }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
})

test('the article has structured data, with its breadcrumb', async ({ page, site }) => {
  await page.goto(article)
  const data = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
  )
  const [node, breadcrumb] = data['@graph']
  expect(node).toMatchObject({
    '@type': 'Article',
    headline: 'How a Berlin and Kigali team shares one working day',
    url: site.url + article,
  })
  expect(breadcrumb.itemListElement.map((step: { item: string }) => step.item)).toEqual([
    `${site.url}/`,
    `${site.url}/insights`,
    site.url + article,
  ])
  await expect(page).toHaveTitle(/^How a Berlin and Kigali team shares one working day/)
})

test('the share dialog links to three networks, copies the URL, and returns the focus', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openHydrated(page, article)
  const share = page.getByRole('button', { name: 'Share' })
  await share.click()
  const dialog = page.getByRole('dialog', { name: 'Share this article' })
  await expect(dialog.getByRole('link')).toHaveText(['LinkedIn', 'X', 'Facebook'])
  for (const link of await dialog.getByRole('link').all()) {
    const address = new URL((await link.getAttribute('href')) ?? '')
    expect([...address.searchParams.values()]).toContain(site.url + article)
  }
  await dialog.getByRole('button', { name: 'Copy Link' }).click()
  await expect(dialog.getByRole('button', { name: 'Link Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.url + article)
  // Pressing it again meanwhile changes nothing.
  await dialog.getByRole('button', { name: /^(Link Copied!|Copy Link)$/ }).click()
  await expect(dialog.getByRole('button', { name: 'Copy Link' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(share).toBeFocused()
})

test.describe('a slug that no article has', () => {
  test.use({ expectedErrors: /404/ })

  test('shows the 404 page', async ({ page }) => {
    const response = await page.goto('/insights/no-such-article')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the list can be filtered and extended, and articles can be read', async ({ page }) => {
    await page.goto('/insights')
    await page.getByRole('link', { name: 'Load More Articles' }).click()
    await expect(page.locator(cards)).toHaveCount(20)
    await page.getByRole('link', { name: 'Africa Business' }).click()
    await expect(page).toHaveURL('/insights?category=africa')
    await page.locator(cards).first().getByRole('link').click()
    await expect(page.locator('#article-body')).not.toBeEmpty()
  })
})

test.describe('with an avatar service', () => {
  test.use({ expectedErrors: /avatars\.example/ })

  test('authors and commenters have its pictures, or initials when it fails', async ({ page }) => {
    const site = await startServer({ AVATAR_URL: 'https://avatars.example/?name={name}' })
    try {
      const names: (string | null)[] = []
      await page.route('https://avatars.example/**', (route) => {
        const name = new URL(route.request().url()).searchParams.get('name')
        names.push(name)
        if (name === 'Patrick Habimana') return route.abort()
        const body = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>'
        return route.fulfill({ contentType: 'image/svg+xml', body })
      })
      await page.goto(site.url + article)
      await page.locator('#comments li').first().scrollIntoViewIfNeeded()
      await expect.poll(() => names).toContain('Patrick Habimana')
      await expect.poll(() => new Set(names).size).toBeGreaterThan(1)
      await expect(page.getByText('PH', { exact: true })).toBeVisible()
      await page.goto(`${site.url}/privacy`)
      await expect(page.getByText('come from avatars.example, which learns')).toBeVisible()
    } finally {
      await page.close()
      await site.stop()
    }
  })
})
