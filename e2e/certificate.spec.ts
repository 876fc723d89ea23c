import type { Page } from '@playwright/test'
import { stopClock } from './support/clock.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  openHydrated,
  test,
} from './support/test.ts'

const start = new Date('2026-03-02T08:00:00Z')

/** Opens the page with a paused clock, which the test advances. */
async function open(page: Page, email: string) {
  await stopClock(page, start)
  await openHydrated(page, `/certificate?email=${email}`)
}

const graduate = 'divine.ingabire@example.rw'

test('without an email the page redirects home', async ({ page }) => {
  await page.goto('/certificate')
  await expect(page).toHaveURL('/')
})

test('a graduate sees each step, gets the PDF, and returns home', async ({ page }) => {
  await open(page, graduate)
  await expect(page.getByRole('banner')).toBeHidden()
  const status = page.getByRole('status')
  await expect(status).toHaveText('Generating your certificate...')
  await expect(page.getByText(graduate)).toBeVisible()
  await page.clock.runFor(2000)
  await expect(status).toHaveText('Preparing download...')
  const download = page.waitForEvent('download')
  await page.clock.runFor(2000)
  expect((await download).suggestedFilename()).toBe(`certificate_${graduate}.pdf`)
  await expect(status).toHaveText('Download completed! Redirecting...')
  await page.clock.runFor(2000)
  // The home page has timers of its own.
  await page.clock.resume()
  await expect(page).toHaveURL('/')
})

test('a plus sign in an address typed by hand is one', async ({ page }) => {
  const asked = page.waitForRequest(/aline%2Bweb%40example\.rw/)
  await page.goto('/certificate?email=aline+web@example.rw')
  await asked
})

test('the link of the email passes its signature on', async ({ page }) => {
  const asked = page.waitForRequest('**/api/students/certificate/**')
  await page.goto(`/certificate?email=${graduate}&signature=of-the-email`)
  expect(new URL((await asked).url()).searchParams.get('signature')).toBe('of-the-email')
})

test('the page is accessible and fits a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  // The response never arrives, so the page stays open.
  await page.route('**/api/students/certificate/**', () => {})
  await page.goto(`/certificate?email=${'a-very-long-name-'.repeat(6)}@example.com`)
  await expect(page.getByText('Preparing download...')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test.describe('for a stranger', () => {
  test.use({ expectedErrors: /status of 404/ })

  test('the download fails, shows an error, and returns home', async ({ page }) => {
    await open(page, 'nobody@example.com')
    const status = page.getByRole('status')
    await page.clock.runFor(2000)
    await expect(status).toHaveText('Preparing download...')
    await page.clock.runFor(2000)
    await expect(status).toHaveText('Failed to process certificate. Redirecting...')
    await page.clock.runFor(2000)
    await page.clock.resume()
    await expect(page).toHaveURL('/')
  })
})
