import type { Page } from '@playwright/test'
import { expect, hydrate, openHydrated, test } from './support/test.ts'

const article = '/insights/why-kigali-an-honest-answer'

async function scrollFromTop(page: Page, y: number) {
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y)
  await expectScroll(page, y)
}

const expectScroll = (page: Page, y: number) =>
  expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(y)

test('Back and Forward show their pages where they were left, also after a reload', async ({
  page,
}) => {
  await openHydrated(page, article)
  await scrollFromTop(page, 900)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Services' })
    .click()
  await expect(page).toHaveTitle(/^Services/)
  await scrollFromTop(page, 500)

  await page.reload()
  await expectScroll(page, 500)
  await page.goBack()
  await expect(page).toHaveTitle(/^Why Kigali/)
  await expectScroll(page, 900)
  await scrollFromTop(page, 400)

  await page.reload()
  await expectScroll(page, 400)
  await page.goForward()
  await expect(page).toHaveTitle(/^Services/)
  await expectScroll(page, 500)
  await scrollFromTop(page, 600)

  await page.goto('/privacy')
  await page.goBack()
  await expectScroll(page, 600)
  await page.goBack()
  await expect(page).toHaveTitle(/^Why Kigali/)
  await expectScroll(page, 400)
  await hydrate(page)
  await expectScroll(page, 400)
  await page.goForward()
  await expect(page).toHaveTitle(/^Services/)
  await expectScroll(page, 600)
})

test('a link within a page that was loaded anew leads there, and Back from it', async ({
  page,
}) => {
  await openHydrated(page, article)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Services' })
    .click()
  await expect(page).toHaveTitle(/^Services/)
  await page.reload()
  await page.evaluate(() => {
    document.documentElement.dataset.left = ''
  })
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page).toHaveURL(/#content$/)
  await page.goBack()
  await expect(page).toHaveURL(/services$/)
  await expect(page.locator('html')).toHaveAttribute('data-left')
})
