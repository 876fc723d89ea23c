import type { Page } from '@playwright/test'
import { openCohort, selectPage } from './support/applicants.ts'
import { apply, notificationOf, rowOf, rowsOf, signIn, stripOf } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { createUser } from './support/staff.ts'
import { expect, test } from './support/test.ts'

// One address may apply 60 times in ten minutes, which these tests nearly do: other files have their own server.
test.use({ changesForGood: 'applications' })

async function selectAll(page: Page) {
  await selectPage(page)
  await page.getByRole('button', { name: /^Select all [\d,]+ that match$/ }).click()
}

/** Fills in the dialog of a batch, and sends it. */
async function changeStatus(page: Page, status: string) {
  await page.getByRole('button', { name: 'Change status' }).click()
  await page.getByLabel('New status').selectOption(status)
  await page.getByLabel('Notes').fill('Good work samples')
  await page.getByRole('dialog').getByRole('button', { name: 'Change status' }).click()
}

/** Keeps back the requests of a batch on all that match. */
const keepBatchBack = (page: Page) => keepBack(page, '**/batch-status/matching/**')

const outcomeOf = (page: Page) => page.getByRole('dialog', { name: 'What was changed' })

test('a batch lists each failure, and the failed rows stay selected', async ({ page, site }) => {
  const { staff, ids } = await openCohort(page, site.url, 'Batch Cohort', 3)
  await selectPage(page)
  await expect(page.getByText('3 selected')).toBeVisible()
  await staff.call('DELETE', `/admin/applications/${ids[1]}/`)
  await page.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Batch Number3, Batch Number2, Batch Number1')
  await expect(dialog).toContainText('3 pending')
  await page.keyboard.press('Escape')
  await changeStatus(page, 'SHORTLISTED')
  await expect(outcomeOf(page).getByText('2 changed, 1 failed')).toBeVisible()
  await expect(outcomeOf(page).getByText('Batch Number2')).toBeVisible()
  await outcomeOf(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('1 selected')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(rowOf(page, 'Number1')).toContainText('Shortlisted')
})

test('a batch in which some fail names each failure, and is undone to every former status', async ({
  page,
  site,
}) => {
  const { staff, ids } = await openCohort(page, site.url, 'Journey Batch', 5)
  const change = (id: number | undefined, status: string) =>
    staff.call('POST', `/website/application/${id}/change-status/`, { status })
  await change(ids[0], 'REVIEWING')
  await page.reload()
  await expect(rowOf(page, 'Number1')).toContainText('Reviewing')
  await selectPage(page)
  await page.getByRole('button', { name: 'Change status' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('4 pending, 1 reviewing')
  await change(ids[1], 'WITHDRAWN')
  await staff.call('DELETE', `/admin/applications/${ids[2]}/`)
  await page.getByLabel('New status').selectOption('REJECTED')
  await expect(dialog).toContainText('4 pending, 1 reviewing → rejected')
  await dialog.getByRole('button', { name: 'Change status' }).press('Enter')
  await expect(outcomeOf(page)).toContainText('3 changed, 2 failed')
  await expect(outcomeOf(page).getByRole('listitem')).toHaveText([
    /^Batch Number3: .*(not exist|not found|deleted)/i,
    /^Batch Number2: Administrator changed this application from PENDING to WITHDRAWN/,
  ])
  await outcomeOf(page).getByRole('button', { name: 'Close' }).last().press('Enter')
  const strip = stripOf(page, '3 applications are rejected now.')
  await strip.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(stripOf(page, '3 applications restored: the change is undone.')).toBeVisible()
  const kept = ids.filter((id) => id !== ids[2])
  const found = await Promise.all(
    kept.map((id) => staff.call('GET', `/website/application/${id}/`)),
  )
  expect(found.map(({ status }) => status)).toEqual([
    'REVIEWING',
    'WITHDRAWN',
    'PENDING',
    'PENDING',
  ])
  await expect(rowOf(page, 'Number1')).toContainText('Reviewing')
  await expect(rowOf(page, 'Number5')).toContainText('Pending')
})

test('a batch does not overwrite what a colleague has decided since, and names them', async ({
  page,
  site,
}) => {
  const { staff, ids } = await openCohort(page, site.url, 'Contested Batch', 2)
  await selectPage(page)
  const release = await keepBack(page, /\/api\/website\/application\/\?/)
  await staff.call('POST', `/website/application/${ids[0]}/change-status/`, { status: 'REJECTED' })
  await changeStatus(page, 'ACCEPTED')
  await expect(outcomeOf(page).getByText('1 changed, 1 failed')).toBeVisible()
  await expect(outcomeOf(page)).toContainText(
    'Batch Number1: Administrator changed this application from PENDING to REJECTED',
  )
  release()
  await outcomeOf(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(rowOf(page, 'Number1')).toContainText('Rejected')
  await expect(rowOf(page, 'Number2')).toContainText('Accepted')
})

test('all that match are changed on every page, but not who applied after the list was read', async ({
  page,
  site,
}) => {
  const { staff, ids } = await openCohort(page, site.url, 'Whole Batch', 12)
  for (const id of ids.slice(0, 3)) {
    const shortlisted = { status: 'SHORTLISTED' }
    await staff.call('POST', `/website/application/${id}/change-status/`, shortlisted)
  }
  await page.reload()
  await expect(rowsOf(page)).toHaveCount(10)
  await selectAll(page)
  await expect(page.getByText('12 selected')).toBeVisible()
  const { cohort } = await staff.call('GET', `/website/application/${ids[0]}/`)
  await apply(site.url, { cohort, first_name: 'Batch', last_name: 'Late' })
  await page.getByRole('button', { name: 'Change status' }).press('Enter')
  await page.getByLabel('New status').selectOption('REVIEWING')
  await expect(page.getByRole('dialog')).toContainText('3 shortlisted → under review')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await changeStatus(page, 'REVIEWING')
  await expect(stripOf(page, '12 applications are under review now.')).toBeFocused()
  await expect(page.getByText(/ selected$/)).toBeHidden()
  await expect(rowOf(page, 'Batch Late')).toContainText('Pending')
  await expect(rowOf(page, 'Number12')).toContainText('Reviewing')
  const { total_items } = await staff.call(
    'GET',
    `/website/application/?cohort_id=${cohort}&status=REVIEWING`,
  )
  expect(total_items).toBe(12)
})

test('a batch on all that match can be cancelled, and its page is not left without a question', async ({
  page,
  site,
}) => {
  await openCohort(page, site.url, 'Held Batch', 12)
  await rowsOf(page).first().getByRole('link').click()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  const release = await keepBatchBack(page)
  await selectAll(page)
  await changeStatus(page, 'REVIEWING')
  await expect(page.getByRole('progressbar', { name: '0 of 12 done' })).toBeVisible()
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Stop changing 12 applications?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await page
    .getByRole('dialog', { name: 'Changing 12 applications' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await expect(outcomeOf(page).getByText('0 changed, 0 failed, 12 not tried')).toBeVisible()
  release()
  await outcomeOf(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('12 selected')).toBeVisible()
})

test.describe('a batch whose answer is lost', () => {
  test.use({ expectedErrors: /Failed to load resource/ })
  test('is not told as if nothing were changed', async ({ page, site }) => {
    await openCohort(page, site.url, 'Lost Answer', 3)
    await page.route('**/batch-status/', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await selectPage(page)
    await changeStatus(page, 'REVIEWING')
    const outcome = outcomeOf(page)
    await expect(outcome.getByText('0 changed, 0 failed, 3 without an answer')).toBeVisible()
    await expect(outcome.getByText('Up to 3 more may have been changed')).toBeVisible()
    await outcome.getByRole('button', { name: 'Close' }).last().click()
    await expect(rowsOf(page).filter({ hasText: 'Reviewing' })).toHaveCount(3)
  })
})

test('a batch whose page is left stops, and its outcome is shown on the next page', async ({
  page,
  site,
}) => {
  await openCohort(page, site.url, 'Left Batch', 12)
  await rowsOf(page).first().getByRole('link').click()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  const release = await keepBatchBack(page)
  await selectAll(page)
  await changeStatus(page, 'REVIEWING')
  await expect(page.getByRole('progressbar', { name: '0 of 12 done' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Stop and leave' }).click()
  await expect(page).toHaveURL(/\/applications\/\d+/)
  await expect(notificationOf(page, '0 changed, 0 failed, 12 not tried.')).toBeVisible()
  release()
})

test('a batch whose user is signed out by another tab stops, and is told to nobody else', async ({
  page,
  site,
}) => {
  await openCohort(page, site.url, 'Signed Out Batch', 12)
  const release = await keepBatchBack(page)
  await selectAll(page)
  await changeStatus(page, 'REVIEWING')
  await expect(page.getByRole('progressbar', { name: '0 of 12 done' })).toBeVisible()
  const signOutElsewhere = () =>
    page.evaluate(() => {
      localStorage.clear()
      dispatchEvent(new StorageEvent('storage', { key: null }))
    })
  await signOutElsewhere()
  await expect(page).toHaveURL(/\/login/)
  release()
  await signIn(page, await createUser(site.url, 'Signed In Next'))
  await expect(rowsOf(page)).toHaveCount(10)
  await expect(notificationOf(page, /changed/)).toHaveCount(0)
  await signOutElsewhere()
  await signIn(page)
  await expect(notificationOf(page, '0 changed, 0 failed, 12 not tried.')).toBeVisible()
})

test('a batch is undone to every former status but what a colleague has decided since, also later', async ({
  page,
  site,
}) => {
  const { staff, ids } = await openCohort(page, site.url, 'Undone Batch', 3)
  await staff.call('POST', `/website/application/${ids[0]}/change-status/`, { status: 'REVIEWING' })
  await page.reload()
  await expect(rowOf(page, 'Number1')).toContainText('Reviewing')
  await selectPage(page)
  await changeStatus(page, 'REJECTED')
  await expect(stripOf(page, '3 applications are rejected now.')).toBeVisible()
  await staff.call('POST', `/website/application/${ids[1]}/change-status/`, { status: 'ACCEPTED' })
  await page.getByRole('link', { name: 'Recent batches' }).click()
  await rowOf(page, '3 applications')
    .first()
    .getByRole('button', { name: '3 applications' })
    .first()
    .click()
  const batch = page.getByRole('dialog', { name: '3 applications' })
  await expect(batch.getByRole('listitem').filter({ hasText: 'Number1' })).toContainText(
    'Reviewing',
  )
  await batch.getByRole('button', { name: 'Undo' }).click()
  const undone = page.getByRole('dialog', { name: 'What was undone' })
  await expect(undone).toContainText('2 restored, 1 failed')
  await expect(undone).toContainText(
    'Batch Number2: Administrator changed this application from REJECTED to ACCEPTED',
  )
  await undone.getByRole('button', { name: 'Close' }).last().click()
  await expect(rowOf(page, '3 applications').first()).toContainText('2 of them, by Administrator')
  await page.getByRole('link', { name: 'Back to the list' }).click()
  const found = await Promise.all(ids.map((id) => staff.call('GET', `/website/application/${id}/`)))
  expect(found.map(({ status }) => status)).toEqual(['REVIEWING', 'ACCEPTED', 'PENDING'])
})
