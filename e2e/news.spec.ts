import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

const article = '/insights/how-a-berlin-and-kigali-team-shares-one-working-day'
const cards = 'main article'

for (const width of [360, 1280]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`news are accessible at ${width} pixels, ${colorScheme}`, async ({ page }) => {
      test.slow()
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 800 })
      const check = async () => {
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      }
      await page.goto('/insights?category=talent', { waitUntil: 'networkidle' })
      await check()
      await page.goto(article, { waitUntil: 'networkidle' })
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
}

test('a category filters the list, stands in the address, and shows six skeletons meanwhile', async ({
  page,
}) => {
  await page.goto('/insights', { waitUntil: 'networkidle' })
  await expect(page.getByRole('navigation', { name: 'Categories' }).getByRole('link')).toHaveText([
    'All',
    'Business In Tech',
    'Industry News',
    'Talent Development',
    'Africa Business',
  ])
  let answer = () => {}
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/website/news/**', async (route) => {
    await isAsked
    await route.continue()
  })
  await page.getByRole('link', { name: 'Industry News' }).click()
  await expect(page.locator('[data-skeleton-card]')).toHaveCount(6)
  answer()
  await expect(page).toHaveURL('/insights?category=industry')
  await expect(page.locator('[data-skeleton-card]')).toHaveCount(0)
  const categories = await page
    .locator(cards)
    .getByText(/Industry News/)
    .count()
  expect(categories).toBe(await page.locator(cards).count())
  await expect(page.getByRole('link', { name: 'Industry News' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('a link leads to the articles at once, and six skeletons stand there until they come', async ({
  page,
}) => {
  await page.goto('/services', { waitUntil: 'networkidle' })
  let answer = () => {}
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/website/news/**', async (route) => {
    await isAsked
    await route.continue()
  })
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'News & Insights' })
    .click()
  await expect(page).toHaveURL('/insights')
  await expect(page.locator('[data-skeleton-card]')).toHaveCount(6)
  answer()
  await expect(page.locator(cards)).toHaveCount(10)
  await expect(page.locator('[data-skeleton-card]')).toHaveCount(0)
})

test('more articles join the list, which is still there on coming back', async ({ page }) => {
  await page.goto('/insights', { waitUntil: 'networkidle' })
  await expect(page.locator(cards)).toHaveCount(10)
  await page.getByRole('link', { name: 'Load More Articles' }).click()
  await expect(page.locator(cards)).toHaveCount(20)
  await expect(page).toHaveURL('/insights?page=2')
  await page.locator(cards).nth(14).getByRole('link').click()
  await expect(page.locator('#article-body')).not.toBeEmpty()
  await page.goBack()
  await expect(page.locator(cards)).toHaveCount(20)
})

test.describe('when the server does not answer', () => {
  test.use({ expectedErrors: /could not be loaded|Failed to load resource/ })

  test('the list says so, and can be asked for again', async ({ page }) => {
    await page.goto('/insights', { waitUntil: 'networkidle' })
    await page.route('**/api/website/news/**', (route) => route.abort())
    await page.getByRole('link', { name: 'Talent Development' }).click()
    await expect(page.getByText('The articles could not be loaded.')).toBeVisible()
    await page.unroute('**/api/website/news/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator(cards).first()).toBeVisible()
  })
})

test('the body of an article travels once, whole for those who read it', async ({
  page,
  request,
}) => {
  const html = await (await request.get(article)).text()
  expect(html.split('Three habits that make the overlap count')).toHaveLength(2)
  await page.goto(article, { waitUntil: 'networkidle' })
  await expect(
    page.getByRole('heading', { name: 'Three habits that make the overlap count' }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Table' })).toBeVisible()
})

test('search engines are told what the article is and where it stands', async ({ page, site }) => {
  await page.goto(article)
  const data = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
  )
  const [told, way] = data['@graph']
  expect(told).toMatchObject({
    '@type': 'Article',
    headline: 'How a Berlin and Kigali team shares one working day',
    url: site.url + article,
  })
  expect(way.itemListElement.map((step: { item: string }) => step.item)).toEqual([
    `${site.url}/`,
    `${site.url}/insights`,
    site.url + article,
  ])
  await expect(page).toHaveTitle(/^How a Berlin and Kigali team shares one working day/)
})

test('the share dialog leads to three networks, copies the address, and gives the focus back', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(article, { waitUntil: 'networkidle' })
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
  await expect(dialog.getByRole('button', { name: 'Copy Link' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(share).toBeFocused()
})

test.describe('a slug that no article has', () => {
  test.use({ expectedErrors: /404/ })

  test('is the 404 page', async ({ page }) => {
    const answer = await page.goto('/insights/no-such-article')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the list filters and grows, and articles are read', async ({ page }) => {
    await page.goto('/insights')
    await page.getByRole('link', { name: 'Load More Articles' }).click()
    await expect(page.locator(cards)).toHaveCount(20)
    await page.getByRole('link', { name: 'Africa Business' }).click()
    await expect(page).toHaveURL('/insights?category=africa')
    await page.locator(cards).first().getByRole('link').click()
    await expect(page.locator('#article-body')).not.toBeEmpty()
  })
})
