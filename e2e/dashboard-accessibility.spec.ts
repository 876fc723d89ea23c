import type { Page } from '@playwright/test'
import { dashboardPages, openDashboard, rowsOf } from './support/dashboard.ts'
import { expectReadable, setTextSize } from './support/large-text.ts'
import { expectFewTabs } from './support/tab-stops.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleColors,
  expectNoSidewaysScroll,
  looks,
  test,
} from './support/test.ts'

test('the sign-in is accessible', async ({ page }) => {
  await page.goto('/login?ended=1')
  await expectAccessible(page)
})

/** By how many presses each control of a page is reached at most. */
const tabsMax = 55

// Several tests, so that they run side by side.
const pagesPerTest = 9
for (let from = 0; from < dashboardPages.length; from += pagesPerTest) {
  const some = dashboardPages.slice(from, from + pagesPerTest)
  test(`screens ${from + 1} to ${from + some.length} are accessible, by keys and with large text as well`, async ({
    page,
  }) => {
    test.slow()
    await openDashboard(page)
    for (const { path, ready } of some) {
      await page.setViewportSize({ width: 360, height: 800 })
      await page.goto(path)
      const shown = ready ? page.getByRole('main').getByText(ready) : rowsOf(page)
      await expect(shown.first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      for (const { width, colorScheme } of looks) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page)
        await page.emulateMedia({ colorScheme: colorScheme === 'light' ? 'dark' : 'light' })
        await expectAccessibleColors(page)
      }
      await expectShortcutsHelp(page)
      await expectFewTabs(page, tabsMax)
      for (const width of [1920, 1280, 768, 360]) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoSidewaysScroll(page)
      }
      for (const percent of [130, 200, 100]) {
        await setTextSize(page, percent)
        await expectReadable(page, `${path} with text at ${percent} %`)
      }
    }
  })
}

async function expectShortcutsHelp(page: Page) {
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('?')
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
}

test('dialogs, menus and the batch bar are accessible', async ({ page }) => {
  await openDashboard(page, '/dashboard/applications')
  await rowsOf(page).first().getByRole('checkbox').check()
  // The batch bar covers rows that can be scrolled into view, and none at the end of the page.
  const scrollDown = () =>
    page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await scrollDown()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  // An open menu is rendered at the end of the document, outside every landmark, and has the focus.
  await expectAccessible(page, '[role=menu]')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('button', { name: 'Change status' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await page.getByLabel('Notes').fill('Something')
  await page.keyboard.press('Escape')
  await expectAccessible(page, '[role=alertdialog], [role=dialog]')
})
