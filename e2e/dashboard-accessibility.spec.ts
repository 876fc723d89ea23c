import AxeBuilder from '@axe-core/playwright'
import { dashboardPages, openDashboard, rowsOf } from './support/dashboard.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, looks, test } from './support/test.ts'

for (const { width, colorScheme } of looks) {
  test(`every screen is accessible at ${width} pixels, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/login?ended=1')
    await expectAccessible(page)
    await openDashboard(page)
    for (const { path, ready } of dashboardPages) {
      await page.goto(path)
      await expect(page.getByRole('main').getByText(ready).first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  })
}

test('dialogs, menus and the batch bar are accessible', async ({ page }) => {
  await openDashboard(page, '/dashboard/applications')
  await rowsOf(page).first().getByRole('checkbox').check()
  // The batch bar covers rows that can be scrolled into view, and none at the end of the page.
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  // An open menu is rendered at the end of the document, outside every landmark, and has the focus.
  const menu = await new AxeBuilder({ page }).disableRules('region').analyze()
  expect(menu.violations).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('button', { name: 'Change status' }).click()
  await expectAccessible(page)
  await page.getByLabel('Notes').fill('Something')
  await page.keyboard.press('Escape')
  await expectAccessible(page)
})
