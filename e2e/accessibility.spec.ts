import type { Page } from '@playwright/test'
import { newComment } from './support/comments.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  looks,
  openHydrated,
  test,
} from './support/test.ts'

// States that the page specs don't cover: menus, dialogs, rejected forms, loading and error states.

const articles = '**/api/website/news/**'
const firstArticle = (page: Page) => page.getByRole('link', { name: /^Read More/ }).first()

for (const { width, colorScheme } of looks) {
  test.describe(`at ${width} pixels, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme })

    test('the menu is accessible while it is open', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('button', { name: width < 1024 ? 'Open menu' : 'Our story' }).click()
      await expect(page.getByRole('link', { name: 'Why Rwanda' }).first()).toBeVisible()
      await holds(page)
    })

    test('an article is accessible with its share dialog, reply form and form errors', async ({
      page,
    }) => {
      await page.goto('/insights')
      await firstArticle(page).click()
      await page.getByRole('button', { name: 'Share' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await holds(page)
      await page.keyboard.press('Escape')
      await page
        .getByRole('button', { name: /^Reply/ })
        .first()
        .click()
      await newComment(page).getByRole('button', { name: 'Post Comment' }).click()
      await expect(page.getByText('Name must be at least 2 characters')).toBeVisible()
      await holds(page)
    })

    test.describe('when the server fails', () => {
      test.use({ expectedErrors: /500|Failed to load|news/ })

      test('the error page is accessible', async ({ page }) => {
        await openHydrated(page, '/insights')
        await page.route(articles, (route) =>
          route.fulfill({ status: 500, json: { detail: 'No' } }),
        )
        await firstArticle(page).click()
        await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeFocused()
        await holds(page)
      })
    })

    test('the loading state is accessible', async ({ page }) => {
      await openHydrated(page, '/insights')
      await page.route(articles, () => {})
      await page.getByRole('link', { name: 'Industry News' }).click()
      await expect(page.locator('[data-skeleton-card]')).toHaveCount(6)
      await holds(page)
    })
  })
}

async function holds(page: Page) {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}
