import { createApplicants } from './support/applicants.ts'
import {
  apply,
  emailField,
  openDashboard,
  rowOf,
  rowsOf,
  signIn,
  stripOf,
} from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectUncovered, test } from './support/test.ts'

const list = '/dashboard/applications'

test('signing in leads back to the requested page, with its filters', async ({ page }) => {
  await page.goto(`${list}?status=ACCEPTED&page_size=25`)
  await expect(page).toHaveURL(/\/login\?to=/)
  await signIn(page)
  await expect(page).toHaveURL(/\/dashboard\/applications\?status=ACCEPTED&page_size=25$/)
  await expect(rowsOf(page).first()).toContainText('Accepted')
})

test('signing in never redirects to another site', async ({ page, baseURL }) => {
  await page.goto('/login?to=//example.com/dashboard')
  await signIn(page)
  await expect(page).toHaveURL(`${baseURL}/dashboard`)
})

test.describe('a wrong password', () => {
  test.use({ expectedErrors: [/\/auth\/login\//] })
  test('shows an error, and keeps the typed values', async ({ page }) => {
    await page.goto('/login')
    await signIn(page, { email: 'admin@huza.example', password: 'not the password' })
    await expect(page.getByRole('alert').getByText(/password/)).toBeVisible()
    await expect(emailField(page)).toHaveValue('admin@huza.example')
    await expect(page.getByLabel(/^Password/)).toHaveValue('not the password')
  })
})

test('search, filter, order, page and columns are in the URL and survive a reload', async ({
  page,
  site,
}) => {
  // A name that no resume has: their texts are read in the background, and found as well.
  await createApplicants(site.url, 'Listed Cohort', 3, 'Gasaro')
  await openDashboard(page, list)
  await expect(rowsOf(page)).toHaveCount(10)
  await page.keyboard.press('/')
  await page.keyboard.type('gasaro')
  await expect(page).toHaveURL(/search=gasaro/)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('button', { name: /^Status Any status/ }).click()
  await page.getByRole('checkbox', { name: 'Pending' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Applicant' }).click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Phone' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/search=gasaro&status=PENDING&ordering=name&columns=.*phone/)
  const phone = page.getByRole('columnheader', { name: 'Phone' })
  await expect(phone).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  const before = await rowsOf(page).allTextContents()
  expect(before).toHaveLength(3)
  await page.reload()
  await expect(rowsOf(page)).toHaveText(before)
  await expect(phone).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Applicant' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.goBack()
  await expect(page).not.toHaveURL(/ordering/)
  await page.goBack()
  await expect(page).not.toHaveURL(/status/)
  await expect(page.getByLabel('Search applications')).toHaveValue('gasaro')
})

test('a list without matches shows a message, and its filters can be cleared', async ({ page }) => {
  await openDashboard(page, `${list}?search=nobody-is-called-so`)
  await expect(page.getByText('No applications match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(rowsOf(page)).toHaveCount(10)
})

test.describe('a list that cannot be loaded', () => {
  test.use({ expectedErrors: [/\/website\/application\//] })
  test('shows an error, and can be retried', async ({ page }) => {
    await page.route('**/api/website/application/?**', (route) => route.abort())
    await openDashboard(page, list)
    await expect(page.getByText('No connection to the server.')).toBeVisible()
    const again = page.getByRole('button', { name: 'Try again' })
    const asked = page.waitForRequest(/\/website\/application\/\?/)
    await again.press('Enter')
    await asked
    await expect(again).toBeFocused()
    await page.unroute('**/api/website/application/?**')
    await again.press('Enter')
    await expect(rowsOf(page)).toHaveCount(10)
  })
})

test('the keyboard moves through the rows, selects and opens them', async ({ page }) => {
  await openDashboard(page, list)
  await expect(rowsOf(page)).toHaveCount(10)
  const second = rowsOf(page).nth(1)
  const name = (await second.getByRole('link').textContent()) ?? ''
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(second.getByRole('link')).toBeFocused()
  await page.keyboard.press('x')
  await expect(second.getByRole('checkbox')).toBeChecked()
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('typing a date filter asks the server once, for the whole date', async ({ page }) => {
  await openDashboard(page, list)
  await expect(rowsOf(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname !== '/api/website/application/') return
    if (searchParams.has('created_from')) asked.push(searchParams.get('created_from'))
  })
  const field = page.getByLabel('Applied from', { exact: true })
  await field.focus()
  // The same day in every order of day and month.
  await page.keyboard.type('030320')
  await page.getByLabel('Search applications').focus()
  await expect(page.getByText('Please enter a whole date')).toBeVisible()
  await field.focus()
  await page.keyboard.type('03032026')
  await expect(page).toHaveURL(/created_from=2026-03-03/)
  await expect(page.getByText('Please enter a whole date')).toBeHidden()
  await expect.poll(() => asked).toEqual(['2026-03-03'])
  await field.fill('')
  await expect(page).not.toHaveURL(/created_from/)
})

for (const width of [1280, 700]) {
  test(`at ${width} pixels, the head of a table stays in sight`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 })
    await openDashboard(page, `${list}?page_size=50`)
    await expect(rowsOf(page)).toHaveCount(50)
    await rowsOf(page).nth(30).hover()
    await expectUncovered(page.getByRole('columnheader', { name: 'Applicant' }))
  })
}

test('an application is deleted after confirmation', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Delete Cohort' })
  await apply(site.url, { cohort: cohort.id, first_name: 'Gone', last_name: 'Soon' })
  await openDashboard(page, `${list}?cohort_id=${cohort.id}`)
  await page.getByRole('button', { name: 'Actions for Gone Soon' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete the application of Gone Soon?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(stripOf(page, 'The application of Gone Soon has been deleted.')).toBeVisible()
  await expect(page.getByText('No applications match')).toBeVisible()
})

test('whoever goes elsewhere while an application is being deleted stays there', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Slow Delete Cohort' })
  await apply(site.url, { cohort: cohort.id, first_name: 'Gone', last_name: 'Slowly' })
  await openDashboard(page)
  await page
    .getByRole('link', { name: /^Applications/ })
    .first()
    .click()
  await page.getByLabel('Search applications').fill('Gone Slowly')
  await expect(rowsOf(page)).toHaveCount(1)
  await rowOf(page, 'Gone Slowly').getByRole('link').click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const release = await keepBack(page, /\/website\/application\/\d+\/$/, { method: 'DELETE' })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Latest applications')).toBeVisible()
  release()
  await expect(stripOf(page, 'The application of Gone Slowly has been deleted.')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('next, previous and back keep the list with its filters', async ({ page }) => {
  await openDashboard(page, `${list}?status=ACCEPTED&ordering=name`)
  await expect(rowsOf(page)).toHaveCount(10)
  const names = await rowsOf(page).getByRole('link').allTextContents()
  await rowsOf(page).first().getByRole('link').click()
  await page.getByRole('link', { name: 'Next application' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(names[1] ?? '')
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page).toHaveURL(/\?status=ACCEPTED&ordering=name$/)
})
