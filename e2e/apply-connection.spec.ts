import { startCuttingProxy } from './support/cutting-proxy.ts'
import { openDashboard, replaceTokens } from './support/dashboard.ts'
import { pdfFile } from './support/files.ts'
import { keepBack } from './support/kept-back.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, openHydrated, test } from './support/test.ts'
import {
  chooseCohort,
  expectSubmitted,
  fillWizard,
  openWizard,
  submitButton,
  uniqueEmail,
} from './support/wizard.ts'

test.use({ expectedErrors: /Failed to load resource|could not be loaded/ })

const lost = /The connection was lost/

test('an interrupted upload is retried without choosing the file again', async ({ page, site }) => {
  await using proxy = await startCuttingProxy(site.url)
  const email = uniqueEmail()
  await fillWizard(
    page,
    email,
    await pdfFile('long.pdf', 4_000_000),
    `${proxy.url}/cohort-application`,
  )
  proxy.cutUploadsAfter(1_000_000)
  await submitButton(page).click()
  await expect(page.getByText(lost)).toBeVisible()
  const staff = await signInAsAdmin(site.url)
  expect(await staff.applicationsOf(email)).toHaveLength(0)

  proxy.heal()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectSubmitted(page)
  expect(await staff.applicationsOf(email)).toHaveLength(1)
  await page.goto('about:blank')
})

test('a lost response leads to one application, not two', async ({ page, site }) => {
  await using proxy = await startCuttingProxy(site.url)
  const email = uniqueEmail()
  await fillWizard(page, email, await pdfFile(), `${proxy.url}/cohort-application`)
  proxy.cutAnswers()
  await submitButton(page).click()
  await expect(page.getByText(lost)).toBeVisible()
  const staff = await signInAsAdmin(site.url)
  expect(await staff.applicationsOf(email)).toHaveLength(1)

  proxy.heal()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectSubmitted(page)
  expect(await staff.applicationsOf(email)).toHaveLength(1)
  await page.goto('about:blank')
})

test('going offline and coming back are noticed', async ({ page }) => {
  await fillWizard(page, uniqueEmail(), await pdfFile())
  await page.context().setOffline(true)
  await submitButton(page).click()
  await expect(page.getByText(/You are offline/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeDisabled()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectSubmitted(page)
})

test('a server error keeps the form, and a retry succeeds', async ({ page }) => {
  await fillWizard(page, uniqueEmail(), await pdfFile())
  await page.route('**/api/website/application/', (route) =>
    route.fulfill({ status: 503, json: { detail: 'We are back in a minute.' } }),
  )
  await submitButton(page).click()
  await expect(page.getByText('We are back in a minute.')).toHaveCount(2)
  // At once: the notification goes by itself.
  expect(await page.getByRole('alert').getByText('We are back in a minute.').count()).toBe(1)
  await expectAccessible(page)
  await page.unroute('**/api/website/application/')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectSubmitted(page)
})

test('a resume that turns out to be unreadable while it is sent is missed, and what is typed is kept', async ({
  page,
}) => {
  await page.addInitScript(() => {
    File.prototype.arrayBuffer = () =>
      new Promise((_, reject) => addEventListener('unreadable', reject, { once: true }))
  })
  await fillWizard(page, uniqueEmail(), await pdfFile())
  await page.route('**/api/website/application/', async (route) => {
    await page.evaluate(() => dispatchEvent(new Event('unreadable')))
    await expect(page.getByText('aline-resume.pdf')).toHaveCount(0)
    await route.abort()
  })
  await submitButton(page).click()
  await expect(page.getByText(/All that you typed is still here\. Try again before/)).toBeVisible()
  await expect(page.getByText('Still needed: Resume')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Aline')
})

test('a rate limit shows the message of the server', async ({ page }) => {
  await fillWizard(page, uniqueEmail(), await pdfFile())
  const detail = 'Too many requests. Please try again in 30 seconds.'
  await page.route('**/api/website/application/', (route) =>
    route.fulfill({ status: 429, json: { detail } }),
  )
  await submitButton(page).click()
  await expect(page.getByRole('alert').getByText(detail)).toBeVisible()
  // The notification goes by itself; beside the button the message stays.
  await expect(page.getByRole('main').locator('form').getByText(detail)).toBeVisible()
})

test('a slow upload shows its progress, and can be cancelled', async ({ page, site }) => {
  const email = uniqueEmail()
  await fillWizard(page, email, await pdfFile('slow.pdf', 300_000))
  const client = await page.context().newCDPSession(page)
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    uploadThroughput: 400_000 / 8,
    downloadThroughput: 400_000 / 8,
  })
  await submitButton(page).click()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  const bar = page.getByRole('progressbar')
  await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]\d$/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(bar).toHaveCount(0)
  await expect(page.getByLabel('First name')).toHaveValue('Aline')
  await expect(page.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Previous' })).toBeFocused()

  await submitButton(page).click()
  await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]\d$/)
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeFocused({
    timeout: 60_000,
  })
  const staff = await signInAsAdmin(site.url)
  expect(await staff.applicationsOf(email)).toHaveLength(1)
})

test('a double click sends the application, and does not cancel it', async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const email = uniqueEmail()
  await fillWizard(page, email, await pdfFile())
  await page.route('**/api/website/application/', async (route) => {
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await route.continue()
  })
  await submitButton(page).click()
  await expectSubmitted(page)
  const staff = await signInAsAdmin(site.url)
  expect(await staff.applicationsOf(email)).toHaveLength(1)
})

test('cancelling after the upload says that the application may have arrived', async ({
  page,
  site,
}) => {
  await using proxy = await startCuttingProxy(site.url)
  const email = uniqueEmail()
  await fillWizard(page, email, await pdfFile(), `${proxy.url}/cohort-application`)
  proxy.holdAnswers()
  await submitButton(page).click()
  await expect(page.getByText('Sent. Waiting for the answer...')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/It may have arrived all the same/).first()).toBeVisible()

  proxy.heal()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectSubmitted(page)
  const staff = await signInAsAdmin(site.url)
  expect(await staff.applicationsOf(email)).toHaveLength(1)
  await page.goto('about:blank')
})

test('going back while an application is sent asks first', async ({ page }) => {
  await fillWizard(page, uniqueEmail(), await pdfFile())
  const respond = await keepBack(page, '**/api/website/application/')
  await submitButton(page).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page.goBack()
  const dialog = page.getByRole('dialog', { name: 'Stop sending your application?' })
  await dialog.getByRole('button', { name: 'Keep sending' }).click()
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(dialog).toBeVisible()
  respond()
  await expectSubmitted(page)
  await expect(dialog).toBeHidden()
})

test('the built-in tech stacks are the fallback when the request fails', async ({ page }) => {
  await page.route('**/api/techstacks/**', (route) => route.fulfill({ status: 500, json: {} }))
  await openWizard(page)
  await chooseCohort(page)
  for (const name of ['PYTHON BACKEND', 'NODE.JS BACKEND', 'REACT', 'UX/UI DESIGN']) {
    await expect(page.getByRole('button', { name: `Select ${name}` })).toBeVisible()
  }
})

test('an empty list of tech stacks shows a message', async ({ page }) => {
  await page.route('**/api/techstacks/**', (route) =>
    route.fulfill({ json: { results: [], total_items: 0, total_pages: 0, current_page: 1 } }),
  )
  await openWizard(page)
  await chooseCohort(page)
  await expect(page.getByText('No Tech Stacks Available')).toBeVisible()
  await expect(page.getByText('Please try again later or contact support.')).toBeVisible()
  await expectAccessible(page)
})

test('a failed request for cohorts shows a message with a retry', async ({ page }) => {
  await openHydrated(page, '/')
  await page.route('**/api/website/cohorts/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Join our Talent' }).click()
  await expect(page.getByText('The cohorts could not be loaded.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/website/cohorts/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/^Showing 2 of/)).toBeVisible()
})

test('a failed request for more cohorts keeps the shown ones, and offers a retry', async ({
  page,
}) => {
  await openWizard(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Load More Cohorts' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'More cohorts could not be loaded.' }),
  ).toBeVisible()
  await expect(page.getByText(/^Showing 2 of/)).toBeVisible()
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeFocused()
  await expectAccessible(page)

  await page.context().setOffline(false)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Showing 4 of/)).toBeVisible()
  await expect(again).toBeHidden()
  await expect(page.getByRole('button', { name: 'Load More Cohorts' })).toBeFocused()
})

test('the third step says that its form could not be loaded, and shows it once connected again', async ({
  page,
}) => {
  const lost = ['**/personal-details-form-*.js', '**/healthz']
  for (const path of lost) await page.route(path, (route) => route.abort())
  await openWizard(page)
  await chooseCohort(page)
  await page
    .getByRole('button', { name: /^Select / })
    .first()
    .click()
  const told = page.getByRole('alert').filter({ hasText: 'The form could not be loaded.' })
  await expect(told).toBeVisible()
  await expectAccessible(page)
  await told.getByRole('button', { name: 'Try again' }).click()
  await expect(told).toBeVisible()
  for (const path of lost) await page.unroute(path)
  await expect(page.getByLabel('First name')).toBeVisible()
  await expect(told).toBeHidden()
})

test('an application of a colleague whose token has expired is sent with a renewed one', async ({
  page,
  site,
}) => {
  const email = uniqueEmail()
  await openDashboard(page, '/dashboard')
  await replaceTokens(page, { access: 'expired' })
  await fillWizard(page, email, await pdfFile())
  await submitButton(page).click()
  await expectSubmitted(page)
  const staff = await signInAsAdmin(site.url)
  expect(await staff.applicationsOf(email)).toHaveLength(1)
})
