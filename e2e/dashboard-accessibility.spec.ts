import AxeBuilder from '@axe-core/playwright'
import { openDashboard, rowsOf } from './support/dashboard.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

const screens = [
  { path: '/dashboard', ready: 'Latest applications' },
  { path: '/dashboard/analytics', ready: 'Analytics' },
  { path: '/dashboard/applications', ready: 'Applications' },
  { path: '/dashboard/applications?search=nobody-is-called-so', ready: 'No applications match' },
  { path: '/dashboard/applications/1', ready: 'Applicant' },
  { path: '/dashboard/talents', ready: 'Divine Ingabire' },
  { path: '/dashboard/talents/1', ready: 'In their own words' },
  { path: '/dashboard/cohorts', ready: 'Cohorts' },
  { path: '/dashboard/tech-stacks', ready: 'Tech stacks' },
  { path: '/dashboard/users', ready: 'Users' },
  { path: '/dashboard/outbox', ready: 'Outbox' },
  { path: '/dashboard/profile', ready: 'Profile' },
]

const looks = [
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const

for (const { width, colorScheme } of looks) {
  test(`every screen is accessible at ${width} pixels, ${colorScheme}`, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/login?ended=1')
    await expectAccessible(page)
    await openDashboard(page)
    for (const { path, ready } of screens) {
      await page.goto(path)
      await expect(page.getByRole('main').getByText(ready).first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  })
}

test('dialogs, menus and the batch bar are accessible', async ({ page }) => {
  test.slow()
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
