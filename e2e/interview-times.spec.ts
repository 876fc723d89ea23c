import { openDashboard, stripOf } from './support/dashboard.ts'
import { dayIn, prepareInterviews } from './support/interviews.ts'
import { createUser } from './support/staff.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

test.use({ changesForGood: 'interviews', expectedErrors: /40[049].*interview/ })

test('staff make the times of a cohort in one step, change one and cancel a day', async ({
  page,
  site,
}) => {
  const { cohort } = await prepareInterviews(site, 'Times to make', [])
  await createUser(site.url, 'Eric Editor', 'EDITOR')
  await openDashboard(page, `/dashboard/interviews?cohort_id=${cohort}`)
  await expect(page.getByText('No times match')).toBeVisible()
  await page.getByRole('button', { name: 'Make times' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First day').fill(dayIn(7))
  await dialog.getByLabel('Last day').fill(dayIn(8))
  await dialog.getByLabel('Also on Saturdays and Sundays').check()
  await dialog.getByLabel('Until').fill('10:00')
  await expect(dialog.getByText('4 times on 2 days')).toBeVisible()
  await dialog.getByRole('button', { name: 'Make times' }).click()
  await expect(dialog.getByText('Please enter a place, or a link to meet online')).toBeVisible()
  await dialog.getByLabel('Place').fill("Room d'Akagera")
  await dialog.getByLabel('Administrator').check()
  await expect(dialog.getByLabel('Administrator')).toHaveAccessibleDescription('')
  await expect(dialog.getByLabel('Eric Editor')).toHaveAccessibleDescription(
    'Does not see interviews here: please tell them yourself',
  )
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Make times' }).click()
  await expect(stripOf(page, '4 times are made.')).toBeVisible()
  await expect(page.getByText("Room d'Akagera")).toHaveCount(4)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page
    .getByRole('button', { name: /^Actions for \w+day .*, 09:00$/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Edit the time' }).click()
  await dialog.getByLabel('Place').fill('Room 9')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Room 9')).toBeVisible()

  await page
    .getByRole('button', { name: /^Actions for \w+day \d+ \w+ \d{4}$/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Cancel these 2 times' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(stripOf(page, '2 times are cancelled.')).toBeVisible()
  await expect(page.getByText("Room d'Akagera")).toHaveCount(1)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'My calendar' }).click()
  expect((await downloading).suggestedFilename()).toBe('interviews.ics')
})

test('a time that is booked while it is edited is moved once staff have seen by whom', async ({
  page,
  site,
}) => {
  const { staff, cohort, ids, makeTimes } = await prepareInterviews(site, 'Booked meanwhile', [
    'Aline',
  ])
  const { ids: slots } = await makeTimes([dayIn(9)])
  await openDashboard(page, `/dashboard/interviews?cohort_id=${cohort}`)
  await page.getByRole('button', { name: /^Actions for .*, 09:00$/ }).click()
  await page.getByRole('menuitem', { name: 'Edit the time' }).click()
  const dialog = page.getByRole('dialog', { name: /^Edit / })
  await dialog.getByLabel('Place').fill('Room 9')
  await staff.call('POST', `/admin/interviews/${ids[0]}/book/`, { slot: slots[0] })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('1 applicant has booked by now, not 0.')).toBeVisible()
  await expect(dialog.getByText("Aline O'İpek has booked it, and is written to")).toBeVisible()
  await expect(dialog.getByLabel('Place')).toHaveValue('Room 9')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const { results } = await staff.call('GET', `/admin/interview-slots/?cohort_id=${cohort}`)
  expect(results.map(({ place }: { place: string }) => place)).toEqual([
    'Room 9',
    'Room 2',
    'Room 2',
  ])
})

test('a time that is booked while it is cancelled is cancelled once staff have seen by whom', async ({
  page,
  site,
}) => {
  const { staff, cohort, ids, makeTimes } = await prepareInterviews(site, 'Booked to cancel', [
    'Aline',
    'Eric',
  ])
  const [aline = 0, eric = 0] = ids
  const { ids: slots } = await makeTimes([dayIn(9)], { capacity: 2 })
  await staff.call('POST', `/admin/interviews/${aline}/book/`, { slot: slots[0] })
  await openDashboard(page, `/dashboard/interviews?cohort_id=${cohort}`)
  await page.getByRole('button', { name: /^Actions for .*, 09:00$/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel the time' }).click()
  const dialog = page.getByRole('dialog', { name: /^Cancel / })
  await dialog.getByLabel(/^Your words in the email/).fill('The room is flooded.')
  await staff.call('POST', `/admin/interviews/${eric}/book/`, { slot: slots[0] })
  await dialog.getByRole('button', { name: 'Cancel, send 1 email' }).click()
  await expect(dialog.getByText('2 applicants have booked by now, not 1.')).toBeVisible()
  await expect(dialog.getByText("Aline O'İpek, Eric O'İpek have booked.")).toBeVisible()
  await expect(dialog.getByLabel(/^Your words in the email/)).toHaveValue('The room is flooded.')
  await dialog.getByRole('button', { name: 'Cancel, send 2 emails' }).click()
  await expect(stripOf(page, /is cancelled\. 2 emails went to the outbox\.$/)).toBeVisible()
})

test('who is rejected is not offered a time, and who is accepted or waits is marked', async ({
  page,
  site,
}) => {
  const names = ['Aline', 'Eric', 'Irène']
  const { staff, cohort, ids, makeTimes } = await prepareInterviews(site, 'Left since', names)
  const [aline = 0, eric = 0] = ids
  await makeTimes([dayIn(9)])
  await staff.call('POST', '/admin/interviews/invite/', { application_ids: ids })
  const setStatus = (id: number, status: string) =>
    staff.call('POST', `/website/application/${id}/change-status/`, { status })
  await setStatus(aline, 'REJECTED')
  await setStatus(eric, 'ACCEPTED')
  await openDashboard(page, `/dashboard/interviews?cohort_id=${cohort}`)
  await page.getByRole('button', { name: /^Actions for .*, 09:00$/ }).click()
  await page.getByRole('menuitem', { name: 'Book somebody' }).click()
  const options = page.getByRole('dialog').getByLabel('Applicant').getByRole('option')
  await expect(options).toHaveText([
    'Choose an applicant',
    "Eric O'İpek (accepted)",
    "Irène O'İpek",
  ])

  await page.goto(`/dashboard/interviews/people?cohort_id=${cohort}`)
  await page.getByRole('button', { name: "Actions for Aline O'İpek" }).click()
  await expect(page.getByRole('menuitem', { name: 'Note' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Book a time' })).toBeHidden()
  await page.goto(`/dashboard/applications/${aline}`)
  const panel = page.getByRole('region', { name: 'Interview' })
  await expect(panel.getByRole('button', { name: 'Note' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Book a time' })).toBeHidden()
})

test('every free time of a cohort can be booked, however many there are', async ({
  page,
  site,
}) => {
  const { ids, makeTimes } = await prepareInterviews(site, 'Many times', ['Aline'])
  await makeTimes([dayIn(10)], { from: '08:00', to: '18:00', length: 5 })
  await openDashboard(page, `/dashboard/applications/${ids[0]}`)
  const panel = page.getByRole('region', { name: 'Interview' })
  await panel.getByRole('button', { name: 'Book a time' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Time, in Kigali').selectOption({ index: 120 })
  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(panel.getByText('17:55 to 18:00')).toBeVisible()
})

test('of times that are cancelled together, only those that went are counted', async ({
  page,
  site,
}) => {
  const { staff, cohort, makeTimes } = await prepareInterviews(site, 'Partly cancelled', [])
  await makeTimes([dayIn(12)], { to: '10:00' })
  await openDashboard(page, `/dashboard/interviews?cohort_id=${cohort}`)
  await page.getByRole('button', { name: /^Actions for \w+day \d+ \w+ \d{4}$/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel these 2 times' }).click()
  const { results } = await staff.call('GET', `/admin/interview-slots/?cohort_id=${cohort}`)
  const slot_ids = [results[0].id]
  await staff.call('POST', '/admin/interview-slots/cancel/', { slot_ids })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(
    stripOf(page, /^\w+day .*, \d+:\d+ is cancelled\. 1 time stayed: This time/),
  ).toBeVisible()
})
