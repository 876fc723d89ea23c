import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

// What a new version leaves of the old one in an open tab: the page, and of its scripts those that had come already.
test.use({ expectedErrors: /Failed to load resource|Failed to fetch|could not be loaded/ })

/** From now on, the server has none of the scripts that the page still wants. */
const forgetScripts = (page: Page) =>
  page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }))

/** Once the scripts that a page begins with are there. */
const open = async (page: Page, path: string) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(path, { waitUntil: 'networkidle' })
}

for (const path of ['/', '/insights/why-kigali-an-honest-answer', '/cohort-application']) {
  test(`${path} stays, and the form in its footer is sent as without a script`, async ({
    page,
  }) => {
    await open(page, path)
    await forgetScripts(page)
    const refused = page.waitForResponse('**/assets/newsletter-form-*.js')
    const footer = page.getByRole('contentinfo')
    await footer.scrollIntoViewIfNeeded()
    await refused
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Something went wrong')).toBeHidden()

    await footer.getByLabel('Email for the newsletter').fill(`${crypto.randomUUID()}@example.rw`)
    await footer.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page).toHaveURL('/newsletter?subscribed=yes')
  })
}

test('a page whose data no script is there to load comes from the server', async ({ page }) => {
  await open(page, '/insights')
  await page.route('**/assets/api-*.js', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: 'Industry News' }).click()
  await expect(page).toHaveURL('/insights?category=industry')
  await expect(page.getByRole('heading', { level: 1, name: 'News & Insights' })).toBeVisible()
  await expect(page.getByText('Something went wrong')).toBeHidden()
})

test('while the server starts anew behind a proxy, a part waits for it', async ({ page }) => {
  await open(page, '/contact')
  const away = (url: URL) => /^\/(assets\/.+\.js|healthz)$/.test(url.pathname)
  await page.route(away, (route) => route.fulfill({ status: 502 }))
  const asked = page.waitForResponse('**/healthz')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await asked

  await page.unroute(away)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page).toHaveURL('/contact')
})
