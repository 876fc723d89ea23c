import { notificationOf, openDashboard, rowOf } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test.describe('a cohort that another user has changed', () => {
  test.use({ expectedErrors: [/409.*admin\/cohorts/] })

  test('is not overwritten: the dialog shows a message, keeps the typed values, and saves them on demand', async ({
    page,
    site,
  }) => {
    const staff = await signInAsAdmin(site.url)
    const cohort = await staff.createCohort({ name: 'Contested Cohort 1', limit: 20 })
    await openDashboard(page, '/dashboard/cohorts?search=Contested+Cohort+1')
    await page.getByRole('button', { name: 'Contested Cohort 1', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Contested Cohort 1' })
    await dialog.getByLabel('Limit').fill('25')
    await staff.call('PATCH', `/admin/cohorts/${cohort.id}/`, { name: 'Contested Cohort 1 b' })
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText(
      /This was changed at .+ by Administrator \(.+\)\. Nothing of yours has been saved yet\./,
    )
    await expect(dialog.getByLabel('Limit')).toHaveValue('25')
    await expect(dialog.getByLabel('Name')).toHaveValue('Contested Cohort 1')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save mine anyway' }).click()
    await expect(notificationOf(page, 'Contested Cohort 1 b has been saved.')).toBeVisible()
    await expect(rowOf(page, 'Contested Cohort 1')).toContainText('of 25')
  })

  test('can be reloaded with the changes, and edited further', async ({ page, site }) => {
    const staff = await signInAsAdmin(site.url)
    const cohort = await staff.createCohort({ name: 'Contested Cohort 2', limit: 20 })
    await openDashboard(page, '/dashboard/cohorts?search=Contested+Cohort+2')
    await page.getByRole('button', { name: 'Contested Cohort 2', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Limit').fill('25')
    await staff.call('PATCH', `/admin/cohorts/${cohort.id}/`, { limit: 7 })
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByRole('button', { name: 'Load their version' }).click()
    await expect(dialog.getByRole('alert')).toBeEmpty()
    await expect(dialog.getByLabel('Limit')).toHaveValue('7')
    await dialog.getByLabel('Limit').fill('8')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(notificationOf(page, 'Contested Cohort 2 has been saved.')).toBeVisible()
    await expect(rowOf(page, 'Contested Cohort 2')).toContainText('of 8')
  })
})

test('a saved cohort can be edited again before its list is loaded anew', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  await staff.createCohort({ name: 'Twice In A Row', limit: 20 })
  await openDashboard(page, '/dashboard/cohorts?search=Twice+In+A+Row')
  const row = rowOf(page, 'Twice In A Row')
  await expect(row).toContainText('of 20')
  const end = await keepBack(page, /\/api\/website\/cohorts\//)
  const dialog = page.getByRole('dialog', { name: 'Edit Twice In A Row' })
  for (const limit of ['25', '30']) {
    await row.getByRole('button', { name: 'Twice In A Row', exact: true }).click()
    await dialog.getByLabel('Limit').fill(limit)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row).toContainText(`of ${limit}`)
  }
  end()
})

test('what is typed on while a cohort is created is saved into the same one', async ({ page }) => {
  await openDashboard(page, '/dashboard/cohorts?search=Created+In+Haste')
  await page.getByRole('button', { name: 'New cohort' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Created In Haste')
  await dialog.getByLabel('Start').fill('2090-05-01')
  await dialog.getByLabel('End').fill('2090-08-01')
  await dialog.getByLabel('Limit').fill('12')
  const release = await keepBack(page, '**/admin/cohorts/')
  const creating = page.waitForRequest('**/admin/cohorts/')
  await dialog.getByRole('button', { name: 'Create cohort' }).click()
  await creating
  await dialog.getByLabel('Limit').fill('120')
  release()
  await expect(page.getByRole('dialog', { name: 'Edit Created In Haste' })).toBeVisible()
  await expect(rowOf(page, 'Created In Haste')).toContainText('of 12')
  await expect(dialog.getByLabel('Limit')).toHaveValue('120')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, 'Created In Haste')).toHaveCount(1)
  await expect(rowOf(page, 'Created In Haste')).toContainText('of 120')
})

test('the back button does not discard text typed in a dialog', async ({ page }) => {
  await openDashboard(page, '/dashboard/tech-stacks')
  await page.getByRole('link', { name: 'Cohorts' }).first().click()
  await page.getByRole('button', { name: 'New cohort' }).click()
  await page.getByLabel('Name').fill('Unsaved')
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/dashboard\/cohorts$/)
  await expect(page.getByLabel('Name')).toHaveValue('Unsaved')
  await page.goBack()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/dashboard\/tech-stacks$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
