import type { Route } from '@playwright/test'
import { apply, openDashboard, setStatus, signIn, stripOf } from './support/dashboard.ts'
import { startServer } from './support/server.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, expectAccessibleAtBothWidths, test } from './support/test.ts'

test.use({ changesForGood: 'applications and the emails to applicants' })

test('who decides sees that an email goes out, leaves one out, and reads what became of it', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Told cohort' })
  const { id } = await apply(site.url, {
    cohort: cohort.id,
    first_name: 'Told',
    last_name: 'Applicant',
  })
  await openDashboard(page, `/dashboard/applications?cohort_id=${cohort.id}`)
  await page.getByRole('button', { name: /^Status of Told/ }).click()
  const accepted = page.getByRole('menuitem', { name: /^Accepted .*told by email/ })
  await expect(accepted).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Reviewing', exact: true })).toBeVisible()
  await accepted.click()
  await expect(stripOf(page, /They are told by email once a mail server is set up/)).toBeVisible()
  await page.getByRole('button', { name: 'Leave the email out' }).click()
  await expect(stripOf(page, 'The email is cancelled')).toBeVisible()

  await page.goto(`/dashboard/applications/${id}`)
  await expect(page.getByText('The email was left out')).toBeVisible()
  await page.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New status').selectOption('Reviewing')
  await expect(dialog.getByLabel('Tell them by email')).toHaveCount(0)
  await dialog.getByLabel('New status').selectOption('Rejected')
  await expect(dialog.getByLabel('Tell them by email')).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change status' }).click()
  await expect(
    page.getByText('The applicant is told by email once a mail server is set up'),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The email was cancelled')).toBeVisible()
})

test.describe('what could not be taken back', () => {
  test.use({ expectedErrors: /503/ })
  test('can be tried again: leaving the email out, and undoing', async ({ page, site }) => {
    const staff = await signInAsAdmin(site.url)
    const cohort = await staff.createCohort({ name: 'Tried again' })
    await apply(site.url, { cohort: cohort.id, last_name: 'Ingabire' })
    await openDashboard(page, `/dashboard/applications?cohort_id=${cohort.id}`)
    await setStatus(page, 'Aline Ingabire', 'Accepted')
    await expect(stripOf(page, 'Aline Ingabire: Pending → Accepted')).toBeVisible()
    const once = { times: 1 }
    const unavailable = (route: Route) =>
      route.fulfill({ status: 503, json: { detail: 'The site is being updated.' } })
    await page.route('**/emails/cancel/', unavailable, once)
    const leaveOut = page.getByRole('button', { name: 'Leave the email out' })
    await leaveOut.click()
    await expect(stripOf(page, 'The site is being updated.')).toBeVisible()
    await leaveOut.click()
    await expect(stripOf(page, 'The email is cancelled')).toBeVisible()
    await expect(leaveOut).toHaveCount(0)
    await page.route('**/change-status/', unavailable, once)
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.click()
    await expect(stripOf(page, 'This may not have been undone.')).toBeVisible()
    await undo.click()
    await expect(stripOf(page, 'Aline Ingabire is pending again.')).toBeVisible()
    await expect(undo).toHaveCount(0)
  })
})

test('where a mail server is set up, who decides sees when the applicant is told', async ({
  page,
}) => {
  const own = await startServer({ SMTP_URL: 'smtp://127.0.0.1:1' })
  try {
    const staff = await signInAsAdmin(own.url)
    const cohort = await staff.createCohort({ name: 'Told cohort' })
    const { id } = await apply(own.url, { cohort: cohort.id })
    await page.goto(`${own.url}/dashboard/applications/${id}`)
    await signIn(page)
    await page.getByRole('button', { name: 'Change status' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New status').selectOption('Rejected')
    await dialog.getByRole('button', { name: 'Change status' }).click()
    await expect(stripOf(page, /They are told by email at \d\d:\d\d/)).toBeVisible()
    await expect(page.getByText(/^The applicant is told by email at \d\d:\d\d$/)).toBeVisible()
    await page.getByRole('button', { name: 'Leave it out' }).click()
    await expect(page.getByText(/^The email was (cancelled|left out)/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'History' })).toBeFocused()
  } finally {
    await page.goto('about:blank')
    await own.stop()
  }
})

test('the emails are set, checked and previewed, for all and for one cohort', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Own words' })
  await apply(site.url, { cohort: cohort.id, first_name: 'Own', last_name: 'Words' })
  await openDashboard(page, '/dashboard/settings/emails')
  await page.getByRole('button', { name: 'Accepted' }).click()
  await page.getByLabel('Subject').fill('Welcome, {name}')
  await expect(page.getByText('There is no {name}.')).toBeVisible()
  await page.getByLabel('Subject').fill('Murakaza neza: {cohort}')
  await expectAccessibleAtBothWidths(page)
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: /^Preview: Murakaza neza: / })
  await expect(
    dialog
      .locator('iframe')
      .first()
      .contentFrame()
      .getByText(/Congratulations/),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(stripOf(page, 'The emails to applicants have been saved.')).toBeVisible()

  await page.goto(`/dashboard/cohorts/${cohort.id}/emails`)
  await page.getByRole('button', { name: 'Accepted' }).click()
  await page.getByLabel('This cohort has an email of its own').check()
  await page.getByLabel('Text').fill('Come to {cohort}.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/cohorts$/)
  const { kinds } = await staff.call('GET', '/admin/applications/emails/')
  expect(kinds).toContain('ACCEPTED')
  const { emails } = await staff.call('GET', `/admin/cohorts/${cohort.id}/emails/`)
  expect(emails.ACCEPTED).toMatchObject({
    is_sent: true,
    subject: 'Murakaza neza: {cohort}',
    text: 'Come to {cohort}.',
  })
})
