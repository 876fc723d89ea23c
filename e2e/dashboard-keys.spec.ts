import { apply, openDashboard, rowOf, rowsOf, setStatus, stripOf } from './support/dashboard.ts'
import { createEvent } from './support/events.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, test } from './support/test.ts'

const list = '/dashboard/applications'

test('keys select the page or all that match, and open menus, filters and the review', async ({
  page,
}) => {
  await openDashboard(page, list)
  await expect(rowsOf(page)).toHaveCount(10)
  await page.keyboard.press('e')
  await expect(page.getByText('10 selected')).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByText('10 selected')).toBeHidden()
  const total = (await page.getByText(/^\d+ applications$/).textContent())?.split(' ')[0]
  await page.keyboard.press('Shift+E')
  await expect(page.getByText(`${total} selected`)).toBeVisible()
  await page.getByRole('button', { name: 'Change status' }).press('Enter')
  const batch = page.getByRole('dialog', { name: `Change the status of ${total} applications` })
  await expect(batch).toContainText('All that match, on every page.')
  await expect(batch).not.toContainText('more')
  await page.keyboard.press('Escape')
  await expect(batch).toBeHidden()

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const text of ['Select every row', 'Open the menu', 'the filters', 'Review from']) {
    await expect(help.getByText(text)).toBeVisible()
  }
  await page.keyboard.press('Escape')

  await page.keyboard.press('f')
  const filters = page.getByRole('button', { name: 'Filters', exact: true })
  await expect(filters).toHaveAttribute('aria-expanded', 'true')
  await expect(filters).not.toBeFocused()
  await page.getByRole('searchbox').press('f')
  await expect(page.getByRole('searchbox')).toHaveValue('f')
  await page.getByRole('searchbox').fill('')
  await expect(rowsOf(page)).toHaveCount(10)
  await filters.focus()
  await page.keyboard.press('f')
  await expect(filters).toHaveAttribute('aria-expanded', 'false')
  await expect(filters).toBeFocused()

  const second = rowsOf(page).nth(1)
  const name = (await second.getByRole('link').textContent()) ?? ''
  for (const key of ['j', 'j']) await page.keyboard.press(key)
  await expect(second.getByRole('link')).toBeFocused()
  await page.keyboard.press('o')
  await expect(page.getByRole('menuitem', { name: 'Review from here' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await page.keyboard.press('v')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page).toHaveURL(/\/review/)
})

test('a batch is decided on and undone by keys alone', async ({ page, site }) => {
  const cohort = await (await signInAsAdmin(site.url)).createCohort({ name: 'Cohort by Keys' })
  for (const last_name of ['One', 'Two']) await apply(site.url, { cohort: cohort.id, last_name })
  await openDashboard(page, `${list}?cohort_id=${cohort.id}`)
  await expect(rowsOf(page)).toHaveCount(2)
  await page.keyboard.press('e')
  await page.keyboard.press('b')
  await expect(page.getByRole('button', { name: 'Change status' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('New status')).toBeFocused()
  await page.keyboard.type('Revi')
  await page.keyboard.press('Control+Enter')
  await expect(stripOf(page, '2 applications are under review now.')).toBeVisible()
  await page.keyboard.press('z')
  await expect(stripOf(page, '2 applications restored')).toBeVisible()
})

test('z undoes the last change, whichever of two places tells it', async ({ page, site }) => {
  const cohort = await (await signInAsAdmin(site.url)).createCohort({ name: 'Cohort of z' })
  for (const last_name of ['First', 'Second', 'Third']) {
    await apply(site.url, { cohort: cohort.id, last_name })
  }
  await openDashboard(page, `${list}?cohort_id=${cohort.id}`)
  await setStatus(page, 'Aline First', 'Accepted')
  await expect(stripOf(page, 'Aline First: Pending → Accepted')).toBeVisible()
  await rowOf(page, 'Second')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  const deleted = stripOf(page, 'the application of Aline Second has been deleted')
  await expect(deleted).toBeVisible()
  await setStatus(page, 'Aline Third', 'Rejected')
  await expect(stripOf(page, 'Aline Third: Pending → Rejected')).toBeVisible()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(stripOf(page, 'Aline Third is pending again.')).toBeVisible()
  await expect(deleted).toBeVisible()
  await page.keyboard.press('z')
  await expect(stripOf(page, 'the application of Aline Second is restored')).toBeVisible()
})

test('Back and the link back lead to the row that was opened', async ({ page }) => {
  await openDashboard(page, `${list}?ordering=name`)
  await expect(rowsOf(page)).toHaveCount(10)
  for (const key of ['j', 'j', 'j']) await page.keyboard.press(key)
  const link = rowsOf(page).nth(2).getByRole('link')
  await expect(link).toBeFocused()
  const name = (await link.textContent()) ?? ''
  const title = page.getByRole('heading', { level: 1, name })
  await page.keyboard.press('Enter')
  await expect(title).toBeVisible()
  await page.goBack()
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title).toBeVisible()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(link).toBeFocused()
})

test('the key that searches is named where there is a search, also at the door', async ({
  page,
}) => {
  await openDashboard(page)
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const path of ['interviews', 'personal-data']) {
    await page.goto(`/dashboard/${path}`)
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('?')
    await expect(help.getByText('Go to the row before')).toBeVisible()
    await expect(help.getByText('Search', { exact: true })).toHaveCount(0)
    await page.keyboard.press('Escape')
  }
  await page.goto('/dashboard/events/7/check-in')
  await expect(page.getByText(/ here$/)).toBeVisible()
  await page.keyboard.press('?')
  await expect(help.getByText('Search', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search by name')).toBeFocused()
})

test('the palette leads to an event’s page, where it can be cancelled and deleted', async ({
  page,
  site,
}) => {
  const id = await createEvent(site.url, { title: 'Quixotic Evening' })
  await openDashboard(page)
  await page.getByRole('button', { name: 'Go to or do' }).click()
  await page.getByRole('combobox').fill('quixotic')
  await page.getByRole('option', { name: /Quixotic Evening/ }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/events/${id}$`))
  const more = page.getByRole('main').getByRole('button', { name: 'More' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Cancel event' }).click()
  await page
    .getByRole('dialog', { name: 'Cancel Quixotic Evening?' })
    .getByRole('button', { name: 'Cancel event' })
    .click()
  await expect(page.getByRole('main').getByText('Cancelled', { exact: true })).toBeVisible()

  await more.click()
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Cancel event' })).toBeHidden()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Quixotic Evening?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/dashboard\/events$/)
  await expect(page.getByText('Quixotic Evening has been deleted.')).toBeVisible()
})

test('a form gives the focus back to what opened it, whatever was looked at before', async ({
  page,
}) => {
  await openDashboard(page, '/dashboard/team')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Views' }).focus()
  await page.keyboard.press('?')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Views' })).toBeFocused()
  const create = page.getByRole('button', { name: 'New member' })
  await create.press('Enter')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(create).toBeFocused()
})

test('a form opened from the menu of a row gives the focus back to the menu, each time', async ({
  page,
}) => {
  await openDashboard(page, '/dashboard/cohorts')
  const dialog = page.getByRole('dialog')
  const menu = rowsOf(page)
    .first()
    .getByRole('button', { name: /^Actions for/ })
  for (const close of ['Escape', 'Escape', 'Control+Enter']) {
    await menu.press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await page.keyboard.press(close)
    await expect(dialog).toBeHidden()
    await expect(menu).toBeFocused()
  }
})

test('cleared filters leave the focus to the filters, or to the search where there are none', async ({
  page,
}) => {
  const clear = page.getByRole('button', { name: 'Clear filters' })
  await openDashboard(page)
  for (const [index, filter] of ['search=nobody-is-called-so', 'status=REJECTED'].entries()) {
    await page.goto(`${list}?${filter}`)
    // Below the empty list as well.
    await clear.nth(index === 0 ? 1 : 0).press('Enter')
    await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused()
    await expect(clear).toHaveCount(0)
  }
  await page.goto('/dashboard/tags?search=nobody')
  await clear.first().press('Enter')
  await expect(page.getByLabel('Search tags')).toBeFocused()
})
