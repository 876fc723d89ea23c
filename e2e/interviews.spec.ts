import type { Page } from '@playwright/test'
import { colleagueSeen, openDashboard, rowOf, stripOf } from './support/dashboard.ts'
import { dayIn, prepareInterviews } from './support/interviews.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

test.use({ changesForGood: 'interviews', expectedErrors: /40[049].*interview/ })

/** The newest of several comes first. */
const menuItem = async (page: Page, of: RegExp | string, item: string) => {
  await page.getByRole('button', { name: of }).first().click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('the shortlisted are invited from the list, and invitations are undone', async ({
  page,
  site,
}) => {
  const { cohort, makeTimes } = await prepareInterviews(site, 'To be invited', ['Irène', 'Zawadi'])
  await makeTimes([dayIn(9)])
  await openDashboard(page, `/dashboard/applications?cohort_id=${cohort}`)
  await page.getByLabel("Select Irène O'İpek").check()
  await page.getByLabel("Select Zawadi O'İpek").check()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite to an interview: 2 applicants' })
  await expect(dialog.getByText('3 places free')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(stripOf(page, '2 applicants are invited now.')).toBeVisible()
  await page.getByRole('link', { name: "Irène O'İpek" }).click()
  const panel = page.getByRole('region', { name: 'Interview' })
  await expect(panel.getByText('No time chosen')).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Invited')
  await page.goBack()

  await page.goto('/dashboard/batches?target=invitation')
  await menuItem(page, /^Actions for 2 applicants/, 'Undo')
  await expect(stripOf(page, '2 applicants restored: the change is undone.')).toBeVisible()
})

test('who is rejected by mistake has the time again, unless somebody took it meanwhile', async ({
  page,
  site,
}) => {
  const names = ['Aline', 'Eric']
  const { cohort, ids, makeTimes, staff } = await prepareInterviews(site, 'Undone', names)
  const { ids: slots } = await makeTimes([dayIn(9)])
  const [aline = 0, eric = 0] = ids
  await staff.call('POST', `/admin/interviews/${aline}/book/`, { slot: slots[0] })
  await openDashboard(page, `/dashboard/applications/${aline}`)
  const panel = page.getByRole('region', { name: 'Interview' })
  await expect(panel.getByText('09:00 to 09:30 · Room 2')).toBeVisible()
  const reject = async () => {
    await page.getByRole('button', { name: "Status of Aline O'İpek" }).click()
    await page.getByRole('menuitem', { name: 'Rejected' }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await reject()
  await expect(panel.getByText('No time chosen')).toBeVisible()
  await page.keyboard.press('z')
  await expect(stripOf(page, /is shortlisted again\.$/)).toBeVisible()
  await expect(panel.getByText('09:00 to 09:30 · Room 2')).toBeVisible()

  await reject()
  await expect(panel.getByText('No time chosen')).toBeVisible()
  await staff.call('POST', `/admin/interviews/${eric}/book/`, { slot: slots[0] })
  await page.keyboard.press('z')
  const told = /is shortlisted again\. Aline O'İpek has no time .* has been taken\.$/
  await expect(stripOf(page, told)).toBeVisible()

  // The same of a batch, whose outcome stays open.
  await page.goto(`/dashboard/applications?cohort_id=${cohort}`)
  await page.getByLabel("Select Eric O'İpek").check()
  await page.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New status').selectOption('Rejected')
  await dialog.getByRole('button', { name: 'Change status' }).click()
  await expect(stripOf(page, '1 application is rejected now.')).toBeVisible()
  await staff.call('POST', `/admin/interviews/${aline}/book/`, { slot: slots[0] })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(dialog.getByText("Eric O'İpek has no time for an interview any more.")).toBeVisible()
  await expectAccessible(page)
})

test('each count above the interviews leads to what it counts', async ({ page, site }) => {
  const names = ['Uma', 'Irène', 'Zawadi', 'Eric']
  const { cohort, ids, makeTimes, staff } = await prepareInterviews(site, 'Counted', names)
  const [, irene = 0, zawadi = 0, eric = 0] = ids
  const { ids: slots } = await makeTimes([dayIn(9)])
  const application_ids = [irene, zawadi]
  await staff.call('POST', '/admin/interviews/invite/', { application_ids })
  const rejected = { status: 'REJECTED' }
  await staff.call('POST', `/website/application/${zawadi}/change-status/`, rejected)
  await staff.call('POST', `/admin/interviews/${eric}/book/`, { slot: slots[0] })
  await openDashboard(page, `/dashboard/interviews/people?cohort_id=${cohort}`)
  const counts = page.getByRole('list', { name: 'How far they are' })
  for (const [text, listed, name] of [
    ['1 shortlisted, not invited', '1 application', 'Uma'],
    ['1 invited, no time chosen', '1 applicant', 'Irène'],
    ['1 to come', '1 applicant', 'Eric'],
    ['2 free places', '2 times', ''],
  ] as const) {
    await counts.getByRole('link', { name: text }).click()
    await expect(page.getByText(listed, { exact: true })).toBeVisible()
    if (name) await expect(page.getByRole('link', { name: `${name} O'İpek` })).toBeVisible()
    await page.goBack()
  }
})

test('all who match are reminded from the list', async ({ page, site }) => {
  const names = Array.from({ length: 21 }, (_, index) => `Applicant ${index + 1}`)
  const { cohort, ids, makeTimes, staff } = await prepareInterviews(site, 'Twenty-one', names)
  await makeTimes([dayIn(9)])
  await staff.call('POST', '/admin/interviews/invite/', { application_ids: ids })
  await openDashboard(page, `/dashboard/interviews/people?cohort_id=${cohort}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).last().check()
  await page.getByRole('button', { name: 'Select all 21 that match' }).click()
  await page.getByRole('button', { name: 'Remind' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remind to choose a time: 21 applicants' })
  await expect(dialog.getByText('All that match, on every page.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remind' }).click()
  await expect(page.getByRole('dialog').getByText('0 changed, 21 failed')).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('written to within 24 hours')
})

test('staff book by hand, move, cancel, and note who came', async ({ page, site }) => {
  const { cohort, ids, makeTimes, staff } = await prepareInterviews(site, 'By hand', [
    'Aline',
    'Eric',
  ])
  await makeTimes([dayIn(9)])
  const [aline = 0, eric = 0] = ids
  await staff.call('POST', '/admin/interviews/invite/', { application_ids: [eric] })
  await openDashboard(page, `/dashboard/applications/${aline}`)
  const panel = page.getByRole('region', { name: 'Interview' })
  await panel.getByRole('button', { name: 'Book a time' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Time, in Kigali').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(panel.getByText('09:00 to 09:30 · Room 2')).toBeVisible()

  await page.goto(`/dashboard/interviews?cohort_id=${cohort}`)
  await menuItem(page, "Actions for Aline O'İpek", 'Move to another time')
  await dialog.getByLabel('Time, in Kigali').selectOption({ index: 2 })
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(stripOf(page, /^Aline O'İpek: .*, 10:00\. The email/)).toBeVisible()
  await menuItem(page, /^Actions for \w+day .*, 09:00$/, 'Book somebody')
  await dialog.getByLabel('Applicant').selectOption("Eric O'İpek")
  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(page.getByRole('link', { name: "Eric O'İpek" })).toBeVisible()
  await menuItem(page, "Actions for Eric O'İpek", 'Cancel the interview')
  await dialog.getByRole('button', { name: 'Cancel the interview' }).click()
  await expect(stripOf(page, "The interview of Eric O'İpek is cancelled.")).toBeVisible()

  await page.getByRole('link', { name: 'Invited', exact: true }).click()
  await expect(rowOf(page, 'Aline')).toContainText('Booked')
  await page.getByLabel("Select Eric O'İpek").check()
  await page.getByRole('button', { name: 'Remind' }).click()
  await dialog.getByRole('button', { name: 'Remind' }).click()
  await expect(dialog.getByText('written to within 24 hours')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // The one of the demo content that is over.
  await page.goto('/dashboard/interviews?when=past')
  const name =
    (await page.getByRole('button', { name: /^Status of .*: Held$/ }).getAttribute('aria-label')) ??
    ''
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: 'Did not come' }).click()
  await expect(stripOf(page, /: Held → Did not come/)).toBeVisible()
  const actions = name.replace(/^Status of (.*): Held$/, 'Actions for $1')
  await menuItem(page, actions, 'Book another time')
  await expect(dialog.getByText(/^Missed: /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  // The keys are the menu's until it is closed.
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(stripOf(page, /is held again/)).toBeVisible()
  await expect(page.getByRole('button', { name })).toBeVisible()
})

test('who chooses a time while staff book one for them keeps their own', async ({ page, site }) => {
  const { cohort, ids, makeTimes, staff, linkOf } = await prepareInterviews(
    site,
    'Chosen meanwhile',
    ['Aline'],
  )
  const { ids: times } = await makeTimes([dayIn(9)])
  await staff.call('POST', '/admin/interviews/invite/', { application_ids: ids })
  await openDashboard(page, `/dashboard/interviews?cohort_id=${cohort}`)
  await menuItem(page, /^Actions for \w+day .*, 09:00$/, 'Book somebody')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Applicant').selectOption("Aline O'İpek")
  const { searchParams } = new URL(await linkOf(ids[0] ?? 0), site.url)
  const listed = page.waitForResponse(/\/admin\/interviews\/\?/)
  const choice = { token: searchParams.get('token'), slot: times[2] }
  await staff.call('POST', '/website/interview/', choice)
  await listed
  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(dialog.getByText(/changed at .* by The applicant \(time\)/)).toBeVisible()
  await expect(dialog.getByLabel('Applicant')).toHaveValue(String(ids[0]))
  const { interview } = await staff.call('GET', `/admin/interviews/${ids[0]}/`)
  expect(interview.slot.id).toBe(times[2])
})

test('who is given a time while staff book one for them keeps it until that was seen', async ({
  page,
  site,
}) => {
  const { ids, makeTimes, staff } = await prepareInterviews(site, 'Booked meanwhile', ['Aline'])
  const { ids: times } = await makeTimes([dayIn(9)])
  await openDashboard(page, `/dashboard/applications/${ids[0]}`)
  const panel = page.getByRole('region', { name: 'Interview' })
  await panel.getByRole('button', { name: 'Book a time' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Time, in Kigali').selectOption({ index: 1 })
  const path = `/admin/interviews/${ids[0]}/`
  const seen = colleagueSeen(page, path, (row) => JSON.stringify(row).includes('starts_at'))
  await staff.call('POST', `${path}book/`, { slot: times[2] })
  await seen
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText(/^A time was booked for Aline/)
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeVisible()
  expect((await staff.call('GET', path)).interview.slot.id).toBe(times[2])
})

test('a note that is being typed stays when a colleague undoes the invitation', async ({
  page,
  site,
}) => {
  const { ids, staff } = await prepareInterviews(site, 'Noted meanwhile', ['Aline'])
  const { batch } = await staff.call('POST', '/admin/interviews/invite/', { application_ids: ids })
  await openDashboard(page, `/dashboard/applications/${ids[0]}`)
  await page
    .getByRole('region', { name: 'Interview' })
    .getByRole('button', { name: 'Note' })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note').fill('Called: prefers mornings')
  const listed = page.waitForResponse(/\/admin\/interviews\/\d+\/$/)
  const progress = await staff.call('POST', `/admin/batches/${batch}/undo/`, {})
  expect(progress).toContain('"succeeded":1')
  await listed
  await expect(dialog.getByLabel('Note')).toHaveValue('Called: prefers mornings')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This invitation')).toBeVisible()
  await expect(dialog.getByLabel('Note')).toHaveValue('Called: prefers mornings')
})

test('after midnight the overview has the interviews of the new day', async ({ page }) => {
  const day = dayIn(0)
  await page.clock.install({ time: new Date(`${day}T21:59:00Z`) })
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/interview-slots[/]$/.test(url.pathname)) asked.push(url.searchParams.get('from'))
  })
  await openDashboard(page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Interviews today' })).toBeVisible()
  await expect.poll(() => [...new Set(asked)]).toEqual([day])
  await page.clock.runFor(2 * 60_000)
  await expect.poll(() => asked.at(-1)).toBe(dayIn(1))
})
