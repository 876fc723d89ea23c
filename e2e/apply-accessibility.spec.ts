import { pdfFile } from './support/files.ts'
import { answerFileChoosers, tabTo } from './support/keyboard.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectUncovered,
  settled,
  test,
} from './support/test.ts'
import {
  chooseCohort,
  chooseTechStack,
  expectSubmitted,
  fillDetails,
  openWizard,
  submitButton,
  uniqueEmail,
} from './support/wizard.ts'

for (const width of [360, 1280]) {
  test(`every step is accessible and fits a screen of ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const check = async () => {
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
    await openWizard(page)
    await check()
    await chooseCohort(page)
    await check()
    await chooseTechStack(page)
    await check()
    await fillDetails(page, 'aline@example')
    await submitButton(page).click()
    await expect(page.getByRole('alert').getByText('Please enter a valid email')).toBeVisible()
    await check()
    await fillDetails(page, uniqueEmail(), await pdfFile(`${'a-very-long-name-'.repeat(8)}.pdf`))
    await page.getByRole('banner').getByRole('link').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await check()
    await page.keyboard.press('Escape')
    await submitButton(page).click()
    await expectSubmitted(page)
    await check()
  })
}

test('the stepper is hidden on small screens only', async ({ page }) => {
  await openWizard(page)
  await expect(page.getByText('Step 1 of 4', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Progress' }).getByRole('listitem')).toHaveText([
    'Select Cohort',
    'Choose Stack',
    'Personal Info',
    'Complete',
  ])
  await page.setViewportSize({ width: 360, height: 800 })
  await expect(page.getByText('Step 1 of 4', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Progress' })).toBeHidden()
})

test('a small screen shows one notification at a time, beside its field', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await openWizard(page)
  await chooseCohort(page)
  await chooseTechStack(page)
  await page.getByLabel('First name').press('Enter')
  const notifications = page.getByRole('region', { name: 'Notifications' })
  await expect(notifications.getByText('First name is required')).toBeVisible()
  await expect(notifications.getByText('Last name is required')).toBeHidden()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expectUncovered(page.getByLabel('First name'))
  await notifications.getByRole('button', { name: 'Close notification' }).click()
  await expect(notifications.getByText('Last name is required')).toBeVisible()
})

for (const { width, height } of [
  { width: 360, height: 640 },
  { width: 800, height: 360 },
  { width: 768, height: 1024 },
  { width: 1023, height: 600 },
]) {
  test(`at ${width} × ${height} a notification lies at the bottom, over nothing of the header and of its field`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await openWizard(page)
    await chooseCohort(page)
    await chooseTechStack(page)
    await page.getByLabel('First name').press('Enter')
    const notifications = page.getByRole('region', { name: 'Notifications' })
    await expect(notifications.getByText('First name is required')).toBeVisible()
    await expect(notifications.getByText('Last name is required')).toBeHidden()
    await settled(page)
    const box = await notifications.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(height - 24)
    const header = page.getByRole('banner')
    await expectUncovered(header.getByRole('link', { name: 'Huza' }).first())
    await expectUncovered(header.getByRole('button', { name: /menu/i }))
    await expectUncovered(
      header.getByRole('link', { name: 'Apply Now' }).filter({ visible: true }).first(),
    )
    await expectUncovered(page.getByLabel('First name'))
  })
}

test('an application can be sent by keyboard alone', async ({ page }) => {
  answerFileChoosers(page, await pdfFile())
  await openWizard(page)
  await tabTo(page, 'Load More Cohorts')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Showing 4 of/)).toBeVisible()
  await page.getByRole('heading', { name: 'Select Cohort' }).evaluate((heading) => heading.focus())
  await tabTo(page, /^Select /)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Choose Your Tech Stack' })).toBeFocused()
  await tabTo(page, /^Select /)
  await page.keyboard.press('Space')
  await expect(page.getByLabel('First name')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('First name')).toBeFocused()

  await page.keyboard.type('Aline')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByText('Last name is required')).toBeVisible()
  await expect(page.getByLabel('Last name')).toBeFocused()
  await page.keyboard.type('Uwase')
  await page.keyboard.press('Tab')
  await page.keyboard.type('05052002')
  await expect(page.getByLabel('Date of birth')).toHaveValue('2002-05-05')
  await tabTo(page, 'National ID')
  await page.keyboard.type('1200270000000101')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Male', exact: true })).toBeChecked()
  await tabTo(page, 'Email')
  await page.keyboard.type(uniqueEmail())
  await page.keyboard.press('Tab')
  await page.keyboard.type('+250788123456')
  await tabTo(page, 'Resume')
  await page.keyboard.press('Enter')
  await expect(page.getByText('aline-resume.pdf')).toBeVisible()
  await tabTo(page, 'Submit Application')
  await page.keyboard.press('Enter')
  await expectSubmitted(page)
})

test('an unknown URL shows the 404 page', async ({ page }) => {
  const response = await page.goto('/cohort-applications')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Who We are?' })).toBeVisible()
  await expect(page).toHaveURL(/\/who-we-are$/)
})
test.use({ expectedErrors: /cohort-applications/ })
