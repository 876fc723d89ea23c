import { dayIn, prepareInterviews } from './support/interviews.ts'
import { openWithoutScripts } from './support/kept-back.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

test.use({ changesForGood: 'interviews', expectedErrors: /40[09].*interview/ })

test('an applicant chooses, moves and cancels a time, and one that was taken meanwhile is refused', async ({
  page,
  site,
}) => {
  const { ids, makeTimes, staff, linkOf } = await prepareInterviews(site, 'To choose', [
    'Noëlla',
    'Eric',
  ])
  const { ids: times } = await makeTimes([dayIn(9)])
  await staff.call('POST', '/admin/interviews/invite/', { application_ids: ids })
  const [noella = 0, eric = 0] = ids
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(await linkOf(noella))
  await expect(page.getByRole('heading', { name: 'Choose a time, Noëlla' })).toBeVisible()
  await expect(page.getByText('All times are Kigali time (UTC+02:00).')).toBeVisible()
  await expect(page.getByText('on your clock')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: '09:00' }).click()
  await expect(page.getByText('09:00 to 09:30, Kigali time')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Shall we book this time?' })).toBeFocused()
  await staff.call('POST', `/admin/interviews/${eric}/book/`, { slot: times[0] })
  await page.getByRole('button', { name: 'Book this time' }).click()
  await expect(page.getByText('Somebody has just taken this time.')).toBeVisible()
  await page.getByRole('link', { name: '09:30' }).click()
  await page.getByRole('button', { name: 'Book this time' }).click()
  await expect(page.getByText('Your time is booked.')).toBeFocused()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add to my calendar' }).click()
  expect((await downloading).suggestedFilename()).toBe('interview.ics')
  await page.getByRole('link', { name: '10:00' }).click()
  await page.getByRole('button', { name: 'Move to this time' }).click()
  await expect(page.getByText('10:00 to 10:30, Kigali time')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel my interview' }).click()
  await page.getByRole('button', { name: 'Cancel my interview' }).click()
  await expect(page.getByText('Your interview is cancelled.')).toBeVisible()
  await expect(page.getByRole('link', { name: '10:00' })).toBeVisible()
})

test('the page that Back or a reload brings again tells of no booking that is no more', async ({
  page,
  site,
}) => {
  const { ids, makeTimes, staff, linkOf } = await prepareInterviews(site, 'To come back to', [
    'Odile',
    'Yves',
  ])
  const { ids: times } = await makeTimes([dayIn(9)], { to: '09:30' })
  await staff.call('POST', '/admin/interviews/invite/', { application_ids: ids })
  const [odile = 0, yves = 0] = ids
  await page.goto(await linkOf(odile))
  await page.getByRole('link', { name: '09:00' }).click()
  await page.getByRole('button', { name: 'Book this time' }).click()
  await expect(page.getByText('Your time is booked.')).toBeVisible()
  const booked = page.url()
  await page.getByRole('link', { name: 'Cancel my interview' }).click()
  await page.getByRole('button', { name: 'Cancel my interview' }).click()
  await expect(page.getByText('You can choose another time here.')).toBeVisible()
  await staff.call('POST', `/admin/interviews/${yves}/book/`, { slot: times[0] })
  await page.reload()
  await expect(page.getByRole('status').getByText('Your interview is cancelled.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No time is free' })).toBeVisible()
  await expect(page.getByText('You can choose another time here.')).toBeHidden()
  await page.goto(booked)
  await expect(page.getByRole('heading', { name: 'No time is free' })).toBeVisible()
  await expect(page.getByText('Your time is booked.')).toBeHidden()
})

test('a time that is gone is told only to who can choose one, and not as taken by somebody', async ({
  page,
  site,
}) => {
  const { ids, makeTimes, staff, linkOf } = await prepareInterviews(site, 'Gone', ['Odile'])
  const { ids: times } = await makeTimes([dayIn(9)])
  await staff.call('POST', '/admin/interviews/invite/', { application_ids: ids })
  const gone = `${await linkOf(ids[0] ?? 0)}&slot=${times[0]}`
  await staff.call('POST', '/admin/interview-slots/cancel/', { slot_ids: [times[0]] })
  await page.goto(gone)
  await expect(page.getByText('This time can no longer be chosen.')).toBeVisible()
  await staff.call('POST', `/website/application/${ids[0]}/change-status/`, { status: 'REJECTED' })
  await page.goto(gone)
  await expect(page.getByRole('heading', { name: 'This invitation is over' })).toBeVisible()
  await expect(page.getByText('This time can no longer be chosen.')).toHaveCount(0)
})

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('the own time stands beside that of Kigali', async ({ page, site }) => {
    const { ids, makeTimes, staff, linkOf } = await prepareInterviews(site, 'Far away', ['Marieke'])
    await makeTimes([dayIn(9)])
    await staff.call('POST', '/admin/interviews/invite/', { application_ids: ids })
    await page.goto(await linkOf(ids[0] ?? 0))
    await expect(page.getByText(/^0[123]:[03]0 on your clock$/)).toHaveCount(3)
  })

  test('nothing to press moves when the own time comes late', async ({ page, site }) => {
    const { ids, makeTimes, staff, linkOf } = await prepareInterviews(site, 'Far and late', ['Ada'])
    const { ids: times } = await makeTimes([dayIn(9)])
    await staff.call('POST', '/admin/interviews/invite/', { application_ids: ids })
    const link = await linkOf(ids[0] ?? 0)
    await page.setViewportSize({ width: 360, height: 740 })
    for (const [path, pressed] of [
      [link, page.getByRole('link', { name: /^10:00/ })],
      [`${link}&slot=${times[0]}`, page.getByRole('button', { name: 'Book this time' })],
    ] as const) {
      const release = await openWithoutScripts(page, path)
      const place = await pressed.boundingBox()
      release()
      await expect(page.getByText('on your clock').first()).toBeVisible()
      expect(await pressed.boundingBox()).toEqual(place)
    }
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a time is chosen and cancelled, and a wrong link says whom to ask', async ({
    page,
    site,
  }) => {
    const { ids, makeTimes, staff, linkOf } = await prepareInterviews(site, 'No scripts', ['Jean'])
    await makeTimes([dayIn(9)])
    await staff.call('POST', '/admin/interviews/invite/', { application_ids: ids })
    await page.goto(await linkOf(ids[0] ?? 0))
    await page.getByRole('link', { name: '09:30' }).click()
    await page.getByRole('button', { name: 'Book this time' }).click()
    await expect(page.getByText('Your time is booked.')).toBeVisible()
    await page.getByRole('link', { name: 'Cancel my interview' }).click()
    await page.getByRole('button', { name: 'Cancel my interview' }).click()
    await expect(page.getByText('Your interview is cancelled.')).toBeVisible()
    await page.goto('/interview?token=1.wrong')
    await expect(page.getByText('This link is not complete.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: /@/ })).toBeVisible()
  })
})
