import type { Page } from '@playwright/test'
import { createApplicants } from './support/applicants.ts'
import { notificationOf, openDashboard, rowOf, rowsOf, stripOf } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { admin } from './support/server.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

test.use({ changesForGood: 'recruiting', expectedErrors: /promote/ })

const list = '/dashboard/applications'
const password = 'three colleagues at one table'

/** A colleague's account; the name is theirs alone. */
async function createColleague(siteUrl: string, name: string) {
  const staff = await signInAsAdmin(siteUrl)
  const email = `${crypto.randomUUID()}@huza.example`
  await staff.call('POST', '/admin/users/', {
    name,
    email,
    role: 'RECRUITER',
    password,
    current_password: admin.password,
  })
  return { email, password }
}

const selectAll = (page: Page) =>
  page.getByRole('checkbox', { name: 'Select all on this page' }).click()

test('who applied before is named with the reason, and a note calls a colleague', async ({
  page,
  site,
}) => {
  const colleague = await createColleague(site.url, "İpek N'Gabo")
  const { staff, ids } = await createApplicants(site.url, 'Before Cohort', 1, 'Team')
  await staff.call('POST', `/website/application/${ids[0]}/change-status/`, {
    status: 'REJECTED',
    notes: 'No laptop yet',
  })
  const { ids: later } = await createApplicants(site.url, 'After Cohort', 1, 'Team')
  await openDashboard(page, `${list}/${later[0]}`)
  const also = page.getByRole('region', { name: 'Also applied' })
  await expect(also.getByRole('listitem').filter({ hasText: 'No laptop yet' })).toContainText(
    'In Before Cohort',
  )
  const note = page.getByLabel('New note')
  await note.click()
  await page.keyboard.type('Please call, @ipe')
  await expect(page.getByRole('option', { name: "İpek N'Gabo" })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Shift+Tab')
  await expect(note).not.toBeFocused()
  await expect(note).toHaveValue('Please call, @ipe')
  await page.keyboard.press('Tab')
  await page.keyboard.type('k')
  await page.keyboard.press('Enter')
  await expect(note).toHaveValue("Please call, @İpek N'Gabo ")
  await page.keyboard.press('Control+Enter')
  const notes = page.getByRole('region', { name: 'Notes' })
  await expect(notes.getByRole('listitem')).toContainText("Please call, @İpek N'Gabo")
  await notes.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Note').fill("Please write, @İpek N'Gabo")
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(notes.getByRole('listitem')).toContainText('edited')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)

  await openDashboard(page, '/dashboard', colleague)
  const mentions = page.getByRole('region', { name: 'Mentions of me' })
  await expect(mentions).toContainText('Please write')
  await mentions.getByRole('button', { name: 'Done: Team Number1' }).click()
  await expect(mentions).toContainText('Nobody has mentioned you')
  await expect(mentions).toBeFocused()
})

test('applications are shared out evenly, found as mine, and taken back', async ({
  page,
  site,
}) => {
  await createColleague(site.url, 'Share Ineza')
  const { cohort } = await createApplicants(site.url, 'Shared Cohort', 4, 'Team')
  await openDashboard(page, `${list}?cohort_id=${cohort.id}`)
  await expect(rowsOf(page)).toHaveCount(4)
  await selectAll(page)
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Share Ineza').check()
  await dialog.getByLabel('Administrator').check()
  await expect(dialog.getByText('2 each for')).toBeVisible()
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(stripOf(page, '4 applications are assigned to')).toBeVisible()
  await page.goto(`${list}?cohort_id=${cohort.id}&assignee=me`)
  await expect(rowsOf(page)).toHaveCount(2)
  await rowOf(page, 'Team').first().getByRole('link').click()
  await page.getByRole('button', { name: /is assigned to you/ }).click()
  await page.getByRole('menuitem', { name: 'Share Ineza' }).click()
  const strip = stripOf(page, 'is assigned to Share Ineza')
  await strip.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: /is assigned to you/ })).toBeVisible()
})

test('applications are moved as far as there are spots, wait, and are promoted', async ({
  page,
  site,
}) => {
  const { cohort, staff } = await createApplicants(site.url, 'Moved Cohort', 3, 'Team')
  const small = await staff.createCohort({ name: 'Small Cohort', limit: 1 })
  await openDashboard(page, `${list}?cohort_id=${cohort.id}`)
  await expect(rowsOf(page)).toHaveCount(3)
  await selectAll(page)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(dialog.getByText('Please choose a cohort')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Cohort' }).selectOption(String(small.id))
  await dialog.getByLabel('If it is full').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(stripOf(page, '3 applications are in Small Cohort now.')).toBeVisible()

  await page.goto('/dashboard/cohorts?search=Small+Cohort')
  await page.getByRole('button', { name: 'Actions for Small Cohort' }).click()
  await page.getByRole('menuitem', { name: 'Waiting list' }).click()
  await expect(rowsOf(page)).toHaveCount(2)
  const bar = page.getByRole('region', { name: 'Waiting list' })
  await expect(bar).toContainText('2 wait for a spot in Small Cohort, which is full.')
  // The next to get a spot may not be among those that are searched for.
  const search = page.getByRole('searchbox')
  await search.fill('Number')
  await expect(page).toHaveURL(/search=Number/)
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(bar).toBeHidden()
  await search.fill('')
  await staff.call('PATCH', `/admin/cohorts/${small.id}/`, { limit: 2 })
  const promotion = '**/promote/'
  // The spot is given, but the response is lost.
  await page.route(promotion, async (route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await bar.getByRole('button', { name: 'Give the next a spot' }).click()
  await expect(stripOf(page, /^The spot may not have been given\. No connection/)).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(1)
  await page.unroute(promotion)
  await staff.call('PATCH', `/admin/cohorts/${small.id}/`, { limit: 3 })
  await bar.getByRole('button', { name: 'Give the next a spot' }).click()
  const strip = stripOf(page, '1 applicant has a spot in Small Cohort now.')
  await expect(rowsOf(page)).toHaveCount(0)
  await strip.getByRole('button', { name: 'Undo' }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('all that match go onto the waiting list, and off it as far as there are spots', async ({
  page,
  site,
}) => {
  const { cohort, staff } = await createApplicants(site.url, 'Waiting Cohort', 11, 'Team')
  await openDashboard(page, `${list}?cohort_id=${cohort.id}`)
  const dialog = page.getByRole('dialog')
  const moveAll = async (to: string, text: string) => {
    await expect(rowsOf(page)).toHaveCount(10)
    await selectAll(page)
    await page.getByRole('button', { name: 'Select all 11 that match' }).press('Enter')
    await page.getByRole('button', { name: 'Move', exact: true }).press('Enter')
    await dialog.getByRole('radio', { name: to }).check()
    await expect(dialog).toContainText(text)
    await dialog.getByRole('button', { name: 'Move' }).press('Enter')
  }
  await moveAll('On the waiting list', '11 in Waiting Cohort → on the waiting list')
  await expect(stripOf(page, '11 applications are on the waiting list now.')).toBeVisible()
  await expect(rowOf(page, 'Waiting for a spot')).toHaveCount(10)
  await staff.call('PATCH', `/admin/cohorts/${cohort.id}/`, { limit: 9 })
  await moveAll(
    'From the waiting list to a spot',
    '11 in Waiting Cohort (11 waiting) → off the waiting list',
  )
  const outcome = page.getByRole('dialog', { name: 'What was changed' })
  await expect(outcome).toContainText('9 changed, 2 failed')
  await expect(outcome.getByRole('listitem').first()).toContainText('Waiting Cohort is full.')
  await outcome.getByRole('button', { name: 'Close' }).last().press('Enter')
  await stripOf(page, '9 applications').getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(stripOf(page, '9 applications restored: the change is undone.')).toBeVisible()
  await page.goto(`${list}?cohort_id=${cohort.id}&is_waiting=true`)
  await expect(page.getByText('1 to 10 of 11')).toBeVisible()
})

test('a cohort is repeated a month on, and opened to be looked at', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  await staff.createCohort({ name: 'Repeated Cohort 1', start: '2090-03-06', end: '2090-06-05' })
  await openDashboard(page, '/dashboard/cohorts?search=Repeated&status=open')
  await page.getByRole('button', { name: 'Actions for Repeated Cohort 1' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate a month on' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Repeated Cohort 2' })
  await expect(dialog.getByLabel('Start')).toHaveValue('2090-04-06')
  await expect(dialog.getByLabel('Status')).toHaveValue('draft')
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'Repeated Cohort 2')).toBeVisible()
})

test('a cohort that is duplicated slowly does not lead back from the page that was opened since', async ({
  page,
}) => {
  await openDashboard(page, '/dashboard/cohorts?status=open')
  const release = await keepBack(page, '**/duplicate/')
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Duplicate a month on' }).click()
  await page.getByRole('link', { name: 'Talents', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/talents$/)
  release()
  await expect(notificationOf(page, /is a draft like/)).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/talents$/)
})
