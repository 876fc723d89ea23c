import type { Page } from '@playwright/test'
import { confirmLink } from './support/email-links.ts'
import { furtherScripts } from './support/kept-back.ts'
import { expect, openHydrated, test } from './support/test.ts'

// After a deployment, an open tab has the old page with the scripts loaded so far; the other scripts are gone.
test.use({ expectedErrors: /Failed to load resource|Failed to fetch|could not be loaded/ })

/** From now on, the server responds with 404 to requests for scripts, but for the page's own (held.spec.ts). */
const removeScripts = (page: Page) =>
  page.route(furtherScripts, (route) => route.fulfill({ status: 404 }))

for (const path of ['/', '/insights/why-kigali-an-honest-answer', '/cohort-application']) {
  test(`${path} stays, and the form in its footer is sent without a script`, async ({ page }) => {
    await removeScripts(page)
    const refused = page.waitForResponse('**/assets/newsletter-*.js')
    await page.goto(path)
    const footer = page.getByRole('contentinfo')
    await footer.getByLabel('Email for the newsletter').focus()
    await refused
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Something went wrong')).toBeHidden()

    await footer.getByLabel('Email for the newsletter').fill(`${crypto.randomUUID()}@example.rw`)
    await footer.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page).toHaveURL('/newsletter?subscribed=held')
  })
}

test('a form that was filled in before its script turned out to be gone is sent', async ({
  page,
}) => {
  await removeScripts(page)
  const filled = Promise.withResolvers<void>()
  await page.route('**/assets/newsletter-*.js', async (route) => {
    await filled.promise
    await route.fulfill({ status: 404 })
  })
  const refused = page.waitForResponse('**/assets/newsletter-*.js')
  await page.goto('/services')
  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Email for the newsletter').fill(`${crypto.randomUUID()}@example.rw`)
  filled.resolve()
  await (await refused).finished()
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page).toHaveURL('/newsletter?subscribed=held')
})

test('a page whose script is missing is loaded from the server', async ({ page }) => {
  await openHydrated(page, '/insights')
  await page.route('**/assets/client-*.js', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: 'Industry News' }).click()
  await expect(page).toHaveURL('/insights?category=industry')
  await expect(page.getByRole('heading', { level: 1, name: 'News & Insights' })).toBeVisible()
  await expect(page.getByText('Something went wrong')).toBeHidden()
})

test('the question of a link in an email is asked anew by the server, and then answered', async ({
  page,
  site,
}) => {
  await openHydrated(page, await confirmLink(site))
  await page.route('**/assets/client-*.js', (route) => route.fulfill({ status: 404 }))
  const confirm = page.getByRole('button', { name: 'Confirm the subscription' })
  const asked = page.waitForRequest((one) => one.isNavigationRequest())
  await confirm.click()
  await asked
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')
  await confirm.click()
  await expect(page.getByText(/your subscription is confirmed/)).toBeVisible()
})

test('while the server restarts behind a proxy, what was pressed waits for it', async ({
  page,
}) => {
  await page.route(furtherScripts, (route) => route.fulfill({ status: 502 }))
  await page.goto('/contact')
  const refused = page.waitForResponse('**/assets/newsletter-*.js')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await refused

  await page.unroute(furtherScripts)
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page).toHaveURL('/contact')
})

test('sharing whose script is gone opens once React has come', async ({ page }) => {
  await page.route('**/assets/sharing-*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto('/insights/why-kigali-an-honest-answer')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('dialog', { name: 'Share this article' })).toBeVisible()
})

test('the bullets of a carousel whose script is gone work once React has come', async ({
  page,
}) => {
  await page.route('**/assets/carousels-*.js', (route) => route.fulfill({ status: 404 }))
  const refused = page.waitForResponse('**/assets/carousels-*.js')
  await page.goto('/')
  const row = page.getByRole('region', { name: 'Testimonials', exact: true })
  await row.scrollIntoViewIfNeeded()
  await (await refused).finished()
  await row.getByRole('button', { name: /^Show testimonial 4/ }).click()
  await expect(row.locator('[data-at]')).toHaveAttribute('data-at', '3')
})

test('sharing opens the page anew where the scripts of React are gone as well', async ({
  page,
}) => {
  await page.route(/\/assets\/(?!entry[.]page-).+[.]js$/, (route) => route.fulfill({ status: 404 }))
  await page.goto('/insights/why-kigali-an-honest-answer')
  const again = page.waitForRequest((one) => one.isNavigationRequest())
  await page.getByRole('button', { name: 'Share' }).click()
  await again
})
