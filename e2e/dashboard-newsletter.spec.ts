import { notificationOf, openDashboard, rowOf, rowsOf, stripOf } from './support/dashboard.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

const csv = (lines: string[]) => ({
  name: 'fair.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
})

test.describe('an import', () => {
  test.use({ expectedErrors: [/400.*import/] })

  test('names what it does with each row before, and never brings back who has left', async ({
    page,
    site,
  }) => {
    const staff = await signInAsAdmin(site.url)
    const left = await staff.call('POST', '/admin/subscribers/', { email: 'left.fair@example.rw' })
    await staff.call('PATCH', `/admin/subscribers/${left.id}/`, { status: 'UNSUBSCRIBED' })
    await openDashboard(page, '/dashboard/newsletter')
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import subscribers' })
    await dialog.getByLabel('List').setInputFiles(csv(['Name;Town', 'Aline;Huye']))
    await expect(dialog.getByText(/^No column of the file is called Email/)).toBeVisible()
    const rows = ['new.fair@example.rw', 'left.fair@example.rw', 'aline@', 'NEW.fair@example.rw']
    await dialog.getByLabel('List').setInputFiles(csv(['Email', ...rows]))
    await expect(dialog.getByText('1 to be added')).toBeVisible()
    await expect(dialog.getByText('1 unsubscribed, left alone')).toBeVisible()
    await dialog.getByText('1 without a valid address').click()
    await expect(dialog.getByText('Line 4')).toBeVisible()
    await dialog.getByRole('button', { name: 'Add 1 subscriber' }).click()
    await expect(dialog.getByText('Please enter where they consented')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByLabel('Where they consented').fill('Job fair in Huye')
    await dialog.getByLabel('When they consented').fill('2026-02-27')
    await dialog.getByRole('button', { name: 'Add 1 subscriber' }).click()
    const outcome = page.getByRole('dialog', { name: 'What was imported' })
    await expect(outcome.getByText('1 added')).toBeVisible()
    await outcome.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByRole('button', { name: 'Import' })).toBeFocused()
    await page.getByLabel('Search subscribers').fill('fair@')
    await expect(rowsOf(page)).toHaveCount(2)
    await expect(rowOf(page, 'new.fair@')).toContainText('Job fair in Huye, 27 Feb 2026')
    await expect(rowOf(page, 'new.fair@')).toContainText('Imported by Administrator')
    await expect(rowOf(page, 'left.fair@')).toContainText('Unsubscribed')
  })
})

test('a subscriber is added, exported, unsubscribed after a question, and deleted', async ({
  page,
}) => {
  await openDashboard(page, '/dashboard/newsletter?search=added.one')
  await page.getByRole('button', { name: 'Add subscriber' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill('added.one@example.rw')
  await page.getByRole('dialog').getByRole('button', { name: 'Create subscriber' }).click()
  await expect(rowOf(page, 'added.one@')).toContainText('Added by Administrator')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Excel (xlsx)' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^subscribers-.*\.xlsx$/)
  const menu = page.getByRole('button', { name: 'Actions for added.one@example.rw' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Unsubscribe' }).click()
  const question = page.getByRole('dialog', { name: 'Unsubscribe added.one@example.rw?' })
  await question.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(notificationOf(page, 'added.one@example.rw is unsubscribed.')).toBeVisible()
  await expect(rowOf(page, 'added.one@')).toContainText('Unsubscribed')
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Unsubscribe' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No subscribers match')).toBeVisible()
})

test('a deletion by keyboard hands the focus to what tells it, with the address as it is', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const email = 'deleted.by.key@example.rw'
  await staff.call('POST', '/admin/subscribers/', { email })
  // The dialog fades away, and has the focus until it is gone.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openDashboard(page, '/dashboard/newsletter?search=deleted.by.key')
  await page.getByRole('button', { name: `Actions for ${email}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  const strip = stripOf(page, new RegExp(`${email} has been deleted`))
  await expect(strip).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(strip.getByRole('button', { name: 'Undo' })).toBeFocused()
})
