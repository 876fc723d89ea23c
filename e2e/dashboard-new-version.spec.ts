import type { Page } from '@playwright/test'
import { notificationOf, openDashboard, rowsOf } from './support/dashboard.ts'
import { expect, test } from './support/test.ts'

// After a deployment, an open tab has the scripts loaded so far; the other scripts are gone.
test.use({ expectedErrors: /Failed to load resource|could not be loaded/ })

const removeScripts = (page: Page) =>
  page.route(/\/assets\/.+[.]js$/, (route) => route.fulfill({ status: 404 }))

const said = /^This part could not be loaded: the site may have been updated[.]/

for (const { part, open } of [
  { part: 'the palette', open: (page: Page) => page.keyboard.press('Control+k') },
  {
    part: 'the list of shortcuts',
    open: async (page: Page) => {
      await page.getByRole('heading', { level: 1 }).click()
      await page.keyboard.press('?')
    },
  },
  {
    part: 'a menu',
    open: (page: Page) => page.getByRole('button', { name: /^Your menu/ }).click(),
  },
  {
    part: 'the library of pictures',
    open: (page: Page) => page.getByRole('button', { name: 'From the library' }).click(),
  },
]) {
  test(`${part} of a former version says that it is gone, and leaves the half-filled form`, async ({
    page,
  }) => {
    await openDashboard(page, '/dashboard/events/new')
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await title.fill('Half a thought')
    await removeScripts(page)
    await open(page)
    const notice = notificationOf(page, said)
    await expect(notice).toBeVisible()
    await expect(title).toHaveValue('Half a thought')

    // It says so once more, and the page goes on.
    await page.getByRole('button', { name: 'Close notification' }).click()
    await expect(notice).toHaveCount(0)
    await open(page)
    await expect(notice).toBeVisible()
    await title.press('End')
    await page.keyboard.type(', and the rest')

    await page.unroute(/\/assets\/.+[.]js$/)
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await expect(notice).toHaveCount(0)
    await expect(title).toHaveValue('Half a thought, and the rest')
  })
}

test('a row whose dialog is gone stays in its list', async ({ page }) => {
  await openDashboard(page, '/dashboard/cohorts')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  const item = page.getByRole('menuitem', { name: 'Delete' })
  await expect(item).toBeVisible()
  await removeScripts(page)
  for (const round of [1, 2]) {
    if (round === 2) {
      await page.getByRole('button', { name: 'Close notification' }).click()
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click()
    }
    await item.click()
    await expect(notificationOf(page, said)).toBeVisible()
    await expect(rowsOf(page).first()).toBeVisible()
  }
})
