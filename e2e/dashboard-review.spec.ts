import type { Page } from '@playwright/test'
import { notificationOf, rowOf, rowsOf, stripOf, withoutLiveChanges } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { headingOf, openReview } from './support/review.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

// One address may apply 60 times in ten minutes, which these tests nearly do.
test.use({ changesForGood: 'applications' })

const resumeOf = (page: Page) => page.getByTitle(/^Resume: /)

test('40 applicants are reviewed by keys alone', async ({ page, site }) => {
  const { staff, cohort } = await openReview(page, site.url, 'Reviewed Cohort', 40)
  await expect(page.getByText('1 of 40')).toBeVisible()
  for (let left = 40; left > 0; left -= 1) {
    await expect(headingOf(page)).toHaveText(`Review Number${left}`)
    await page.keyboard.press(['s', 'r', 'a', 'n'][left % 4] ?? '')
  }
  await expect(page.getByText('40 of 40')).toBeVisible()
  const countOf = async (status: string) =>
    (await staff.call('GET', `/website/application/?cohort_id=${cohort.id}&status=${status}`))
      .total_items
  for (const status of ['SHORTLISTED', 'REJECTED', 'ACCEPTED', 'PENDING']) {
    await expect.poll(() => countOf(status), status).toBe(10)
  }
  await page.keyboard.press('l')
  await expect(rowsOf(page)).toHaveCount(10)
  await expect(rowOf(page, 'Number39')).toBeVisible()
  await expect(rowsOf(page).first().getByRole('link')).toBeFocused()
})

test('a key that is held down decides on one applicant, not on those after them', async ({
  page,
  site,
}) => {
  await openReview(page, site.url, 'Held Key Cohort', 4)
  await page.keyboard.down('a')
  await expect(headingOf(page)).toHaveText('Review Number3')
  await expect(page.getByRole('region', { name: 'Applicant' })).toBeVisible()
  await page.keyboard.down('a')
  await page.keyboard.down('a')
  await page.keyboard.up('a')
  await page.keyboard.down('n')
  await expect(headingOf(page)).toHaveText('Review Number2')
  await page.keyboard.down('n')
  await expect(headingOf(page)).toHaveText('Review Number1')
  await page.keyboard.up('n')
  await expect(stripOf(page, 'Review Number4: Pending → Accepted')).toBeVisible()
})

test('the next two applicants and their resumes are there without another request', async ({
  page,
  site,
}) => {
  const fetched = new Set<string>()
  page.on('requestfinished', (request) => fetched.add(new URL(request.url()).pathname))
  const { ids } = await openReview(page, site.url, 'Fetched Cohort', 3)
  for (const id of ids) {
    for (const part of ['resume', 'scores']) {
      await expect.poll(() => fetched.has(`/api/admin/applications/${id}/${part}/`)).toBe(true)
    }
  }
  await page.route('**/api/**', () => new Promise(() => {}))
  for (const number of [2, 1]) {
    await page.keyboard.press('n')
    await expect(headingOf(page)).toHaveText(`Review Number${number}`)
    await expect(resumeOf(page)).toHaveAttribute('src', /^blob:/)
    await expect(page.getByRole('region', { name: 'Applicant' })).toBeVisible()
  }
})

test.describe('a decision on what a colleague has decided', () => {
  test.use({ expectedErrors: [/409.*change-status/] })
  test('is told, and its note kept', async ({ page, site }) => {
    await withoutLiveChanges(page)
    const { staff, ids } = await openReview(page, site.url, 'Contested Review', 2)
    await staff.call('POST', `/website/application/${ids[1]}/change-status/`, {
      status: 'REJECTED',
    })
    await page.keyboard.press('m')
    await page.keyboard.type('A clear mind')
    await page.keyboard.press('Escape')
    await page.keyboard.press('s')
    await expect(page.getByRole('alert').filter({ hasText: 'Number2' })).toContainText(
      'Administrator changed this application from PENDING to REJECTED',
    )
    await expect(headingOf(page)).toHaveText('Review Number1')
    await page.keyboard.press('p')
    await expect(page.getByLabel('Note')).toHaveValue('A clear mind')
  })

  test('is told on the list as well, by who has gone back there', async ({ page, site }) => {
    const { staff, ids } = await openReview(page, site.url, 'Left Review', 1)
    const release = await keepBack(page, '**/change-status/')
    await page.keyboard.press('s')
    await page.keyboard.press('l')
    await expect(rowsOf(page)).toHaveCount(1)
    await staff.call('POST', `/website/application/${ids[0]}/change-status/`, {
      status: 'REJECTED',
    })
    release()
    await expect(
      notificationOf(page, /^Review Number1 was not changed\. Administrator changed/),
    ).toBeVisible()
  })
})

test.describe('a note that could not be saved', () => {
  test.use({ expectedErrors: [/409.*notes/] })
  test('stays before what was typed meanwhile', async ({ page, site }) => {
    await openReview(page, site.url, 'Refused Note', 1)
    const held = Promise.withResolvers<void>()
    await page.route('**/notes/', async (route) => {
      await held.promise
      await route.fulfill({ status: 409, json: { detail: 'Not now.' } })
    })
    const note = page.getByLabel('Note', { exact: true })
    await note.fill('A clear mind')
    await note.press('Control+Enter')
    await expect(note).toHaveValue('')
    await note.fill('Speaks French')
    held.resolve()
    await expect(page.getByRole('alert').filter({ hasText: 'Not now.' })).toBeVisible()
    await expect(note).toHaveValue('A clear mind\nSpeaks French')
  })
})

test('a note is saved by Ctrl+Enter without a decision, and a decision can be undone', async ({
  page,
  site,
}) => {
  const { staff, ids } = await openReview(page, site.url, 'Noted Review', 2)
  await page.keyboard.press('m')
  await page.keyboard.type('Call on Monday')
  await page.keyboard.press('Control+Enter')
  await expect(stripOf(page, 'The note on Review Number2 is saved.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Call on Monday')
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await expect(headingOf(page)).toHaveText('Review Number1')
  await stripOf(page, 'Review Number2: Pending → Accepted')
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(stripOf(page, 'Review Number2 is pending again.')).toBeVisible()
  expect((await staff.call('GET', `/website/application/${ids[1]}/`)).status).toBe('PENDING')
  await page.keyboard.press('l')
  await expect(rowOf(page, 'Number1').getByRole('link')).toBeFocused()
})

test('a note that is on its way is in no field of another page, and in none once it has arrived', async ({
  page,
  site,
}) => {
  const { ids } = await openReview(page, site.url, 'Left Note', 1)
  const release = await keepBack(page, '**/change-status/')
  await page.keyboard.press('m')
  await page.keyboard.type('A clear mind')
  await page.keyboard.press('Escape')
  await page.keyboard.press('s')
  await page.keyboard.press('l')
  await rowOf(page, 'Number1').getByRole('link').click()
  const field = page.getByLabel('New note')
  await expect(field).toHaveValue('')
  await field.fill('Speaks French')
  release()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('A clear mind')
  await expect(field).toHaveValue('Speaks French')
  await page.reload()
  await expect(field).toHaveValue('Speaks French')
  await expect(page).toHaveURL(new RegExp(`/applications/${ids[0]}`))
})

test('what an applicant is already is not decided again: their note is saved, and the next one shown', async ({
  page,
  site,
}) => {
  let decided = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/change-status/')) decided += 1
  })
  await openReview(page, site.url, 'Decided Review', 2)
  await page.keyboard.press('s')
  await expect(stripOf(page, 'Review Number2: Pending → Shortlisted')).toBeVisible()
  await page.keyboard.press('p')
  await expect(headingOf(page)).toHaveText('Review Number2')
  await expect(
    page.getByRole('main').getByText('Shortlisted', { exact: true }).first(),
  ).toBeVisible()
  await page.keyboard.press('m')
  await page.keyboard.type('Speaks French')
  await page.keyboard.press('Escape')
  await page.keyboard.press('s')
  await expect(headingOf(page)).toHaveText('Review Number1')
  await expect(stripOf(page, 'The note on Review Number2 is saved.')).toBeVisible()
  await page.keyboard.press('p')
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Speaks French')
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('')
  expect(decided).toBe(1)
})

test('the note of a decision stays stored until it has arrived', async ({ page, site }) => {
  const { ids } = await openReview(page, site.url, 'Reloaded Review', 2)
  await keepBack(page, `**/application/${ids[1]}/change-status/`)
  await page.keyboard.press('m')
  await page.keyboard.type('A clear mind')
  await page.keyboard.press('Escape')
  await page.keyboard.press('s')
  await expect(headingOf(page)).toHaveText('Review Number1')
  // What a tab has that the browser discards. At a reload the call fails before the page is gone.
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).toContain('A clear mind')
  await page.reload()
  await expect(headingOf(page)).toHaveText('Review Number1')
  await expect(page.getByRole('button', { name: 'Applicant before' })).toBeEnabled()
  await page.keyboard.press('p')
  await expect(headingOf(page)).toHaveText('Review Number2')
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('A clear mind')
})

test('a line that hangs does not keep anybody from the list', async ({ page, site }) => {
  await openReview(page, site.url, 'Hanging Review', 2)
  await keepBack(page, /\/place\/\?/)
  await page.keyboard.press('l')
  await expect(rowsOf(page)).toHaveCount(2)
})

test('on a phone the resume is behind a button, and the decision in reach', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openReview(page, site.url, 'Phone Review', 1)
  await expect(page.getByRole('button', { name: 'Shortlist' })).toBeInViewport()
  const bar = page.getByRole('region', { name: 'Decision' }).getByRole('button')
  const tops = await bar.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(tops).toHaveLength(3)
  expect(new Set(tops).size).toBe(1)
  await expect(resumeOf(page)).toBeHidden()
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(resumeOf(page)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Shortlist and go on')
})

test('what is to be done about a decision stays in sight after the next one', async ({
  page,
  site,
}) => {
  const { ids } = await openReview(page, site.url, 'Noticed Review', 2)
  const notice = 'They were sent 10 emails today. Please call them.'
  await page.route(`**/application/${ids[1]}/change-status/`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), notices: [notice] } })
  })
  await page.keyboard.press('r')
  await expect(headingOf(page)).toHaveText('Review Number1')
  await expect(stripOf(page, notice)).toBeVisible()
  await page.keyboard.press('s')
  await expect(stripOf(page, 'Review Number1: Pending → Shortlisted')).toBeVisible()
  await expect(notificationOf(page, `Review Number2: ${notice}`)).toBeVisible()
})

test('who leaves for another page before the list is found is not led back to the list', async ({
  page,
  site,
}) => {
  const { ids } = await openReview(page, site.url, 'Left Review', 1)
  const place = new RegExp(`/applications/${ids[0]}/place/`)
  const release = await keepBack(page, place)
  const response = page.waitForResponse(place)
  await page.keyboard.press('l')
  await page.getByRole('link', { name: 'Cohorts' }).first().click()
  await expect(headingOf(page)).toHaveText('Cohorts')
  release()
  await (await response).finished()
  await page.getByRole('link', { name: 'Messages' }).first().click()
  await expect(headingOf(page)).toHaveText('Messages')
  await page.goBack()
  await expect(headingOf(page)).toHaveText('Cohorts')
})
