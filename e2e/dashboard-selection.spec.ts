import { openCohort, selectPage } from './support/applicants.ts'
import { rowOf, rowsOf } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { expect, test } from './support/test.ts'

// One address may apply 60 times in ten minutes: most other files have their own server.
test.use({ changesForGood: 'applications' })

test('a row that is deleted, by its menu or on its page, is not selected any more', async ({
  page,
  site,
}) => {
  await openCohort(page, site.url, 'Deleted Selected', 3)
  await selectPage(page)
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Batch Number2' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(page.getByText('2 selected')).toBeVisible()
  await rowOf(page, 'Number1').getByRole('link', { name: 'Batch Number1' }).click()
  await expect(page.getByRole('heading', { name: 'Batch Number1' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page.getByText('1 selected')).toBeVisible()
})

test('ticks outlast the way to an applicant and back, and go with other filters', async ({
  page,
  site,
}) => {
  await openCohort(page, site.url, 'Ticked Cohort', 3)
  await rowOf(page, 'Number2').getByRole('checkbox').check()
  await rowOf(page, 'Number1').getByRole('link').click()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(rowOf(page, 'Number2').getByRole('checkbox')).toBeChecked()
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByLabel('Search applications').fill('Number1')
  await expect(page.getByText(/ selected$/)).toBeHidden()
})

test('rows that others are about to replace cannot be selected', async ({ page, site }) => {
  await openCohort(page, site.url, 'Stale Cohort', 11)
  await selectPage(page)
  const respond = await keepBack(page, '**/api/website/application/?**')
  const box = rowsOf(page).first().getByRole('checkbox')
  await expect(box).toBeEnabled()
  await page.getByLabel('Search applications').fill('Number11')
  await expect(box).toBeDisabled()
  await expect(page.getByRole('button', { name: /that match$/ })).toBeHidden()
  respond()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(box).toBeEnabled()
})
