import { openDashboard, rowOf, rowsOf, setStatus, stripOf } from './support/dashboard.ts'
import { expect, test } from './support/test.ts'

test('talents are filtered by skill, opened, changed in status and deleted', async ({ page }) => {
  await openDashboard(page, '/dashboard/talents')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('Skill').selectOption('TypeScript')
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(page).toHaveURL(/skill=TypeScript/)
  await rowOf(page, 'Thierry Byiringiro').getByRole('link').click()
  await expect(page.getByRole('list', { name: 'Skills' })).toContainText('PostgreSQL')
  await expect(page.getByTitle(/^Resume: thierry-byiringiro/)).toBeVisible()

  await setStatus(page, 'Thierry Byiringiro', 'Placed')
  await expect(stripOf(page, 'Thierry Byiringiro: Contacted → Placed')).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/dashboard\/talents\?skill=TypeScript$/)
  await expect(rowsOf(page)).toHaveCount(1)
})
