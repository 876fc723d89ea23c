import { openDashboard, rowOf } from './support/dashboard.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

test.use({ changesForGood: 'an issue of the newsletter' })

test('an issue is made from articles by keyboard, looked at, sent, paused and stopped', async ({
  page,
}) => {
  test.slow()
  await openDashboard(page, '/dashboard/newsletter')
  await page.getByRole('link', { name: 'Issues', exact: true }).click()
  await page.getByRole('button', { name: 'New issue' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Subject').fill('Spring in Kigali')
  await dialog.getByLabel('Text').fill('Muraho,\n\nthis is new:')
  const article = dialog.getByRole('group', { name: 'Articles' }).getByRole('checkbox').first()
  await article.focus()
  await page.keyboard.press('Space')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  await dialog.getByRole('button', { name: 'Create issue' }).click()
  await expect(rowOf(page, 'Spring in Kigali')).toContainText('Draft')

  const menu = page.getByRole('button', { name: 'Actions for Spring in Kigali' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Preview' }).click()
  const frame = dialog.frameLocator('iframe')
  await expect(frame.getByText('this is new:')).toBeVisible()
  await expect(frame.getByRole('link', { name: 'Read the article' })).toBeVisible()
  for (const name of ['Desktop', 'Plain text', 'Phone']) {
    await dialog.getByRole('button', { name }).click()
    await expectAccessible(page)
  }
  await dialog.getByRole('button', { name: 'Plain text' }).click()
  await expect(dialog.getByText('/insights/')).toBeVisible()
  await page.keyboard.press('Escape')

  await menu.click()
  await page.getByRole('menuitem', { name: 'Send to all subscribers' }).click()
  await expect(dialog).toContainText(/Send to \d+ confirmed subscribers\?/)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(rowOf(page, 'Spring in Kigali')).toContainText('Being sent')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(rowOf(page, 'Spring in Kigali')).toContainText('Paused')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Stop for good' }).click()
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(rowOf(page, 'Spring in Kigali')).toContainText('Stopped')
  await expect(rowOf(page, 'Spring in Kigali')).toContainText(/0 of \d+ sent/)
})
