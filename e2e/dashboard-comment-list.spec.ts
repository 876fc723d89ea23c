import { notificationOf, openDashboard, rowOf, rowsOf, stripOf } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { numbered, postComments, test } from './support/posted-comments.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, looks } from './support/test.ts'

const list = '/dashboard/comments'

test('all that match are rejected by the keyboard on every page, but not what came later or was decided on since', async ({
  page,
  site,
}) => {
  const words = numbered(12, 'Author')
  const { staff, ids, news_id } = await postComments(site.url, 'Whole queue', words)
  const total = async (status: string) => {
    const query = new URLSearchParams({ news_id: String(news_id), status })
    return (await staff.call('GET', `/website/comments/?${query}`)).total_items
  }
  await openDashboard(page, `${list}?news_id=${news_id}`)
  await expect(rowsOf(page)).toHaveCount(10)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Select all 12 that match' }).press('Enter')
  const bar = page.getByRole('region', { name: 'Selected comments' })
  await expect(bar).toContainText('12 selected')
  await expect(bar.getByRole('button', { name: 'Delete' })).toBeHidden()
  await staff.call('PATCH', `/admin/comments/${ids[0]}/approve/`)
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Reject 12 comments' })
  await expect(dialog).toContainText('All that match, on every page.')
  await expect(dialog).toContainText(/\d+ pending → rejected/)
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await total('REJECTED')).toBe(0)

  await page.keyboard.press('s')
  await dialog.getByRole('button', { name: 'Reject all' }).press('Enter')
  const outcome = page.getByRole('dialog', { name: 'What was changed' })
  await expect(outcome).toContainText('11 changed, 1 failed')
  await expect(outcome).toContainText('Author 1: This comment was approved by Administrator')
  await outcome.getByRole('button', { name: 'Close' }).last().press('Enter')
  await expect(page.getByText('No comments match')).toBeVisible()
  expect([await total('REJECTED'), await total('APPROVED')]).toEqual([11, 1])

  await expect(stripOf(page, '11 comments are rejected now.')).toBeVisible()
  await page.keyboard.press('z')
  await expect(rowsOf(page)).toHaveCount(10)
  expect([await total('PENDING'), await total('REJECTED')]).toEqual([11, 0])
})

test('a decision far down the list is told in sight, and undone there', async ({ page, site }) => {
  const { news_id } = await postComments(site.url, 'Far down', numbered(10, 'Deep'))
  await page.setViewportSize({ width: 1280, height: 500 })
  await openDashboard(page, `${list}?news_id=${news_id}`)
  const last = rowsOf(page).filter({
    has: page.getByRole('button', { name: 'Deep 1', exact: true }),
  })
  await last.getByRole('button', { name: /^Approve/ }).press('Enter')
  await expect(last).toHaveCount(0)
  const told = notificationOf(page, 'Approved: the comment of Deep 1')
  await expect(told).toBeVisible()
  const undo = page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: 'Undo' })
  await undo.press('Enter')
  await expect(notificationOf(page, 'Undone: 1 comment as before.')).toBeVisible()
  await expect(told).toHaveCount(0)
  await expect(last).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
})

test('a selected comment that is decided on in its own row lets the page come to rest meanwhile', async ({
  page,
  site,
}) => {
  const { news_id } = await postComments(site.url, 'Selected and decided', numbered(2, 'Ticked'))
  await openDashboard(page, `${list}?news_id=${news_id}&status=ALL`)
  const row = rowOf(page, 'Ticked 2')
  await row.getByRole('checkbox').check()
  const release = await keepBack(page, /\/approve/)
  await row.getByRole('button', { name: /^Approve/ }).click()
  await expect(row).toContainText('Approved')
  // Each render of the list reads its URL.
  const reads = await page.evaluate(async () => {
    let count = 0
    const { get } = URLSearchParams.prototype
    URLSearchParams.prototype.get = function (name) {
      count += 1
      return get.call(this, name)
    }
    for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setTimeout(resolve))
    return count
  })
  expect(reads).toBeLessThan(100)
  release()
  await expect(row.getByRole('checkbox')).toBeChecked()
})

test('the waves stand above what is pending, also where that status was chosen', async ({
  page,
  site,
}) => {
  const message = 'Cheap watches at https://chosen.example/now'
  const wave = numbered(3, 'Chosen').map((words) => ({ ...words, message }))
  await postComments(site.url, 'Chosen pending', wave)
  const row = page.getByRole('region', { name: 'Waves' }).getByText('chosen.example/now').first()
  await openDashboard(page, `${list}?status=PENDING`)
  await expect(row).toBeVisible()
  await page.goto(`${list}?status=PENDING,REJECTED`)
  await expect(page.getByText('Chosen 1', { exact: true })).toBeVisible()
  await expect(row).toBeHidden()
})

test('several statuses and days of an article are listed, each a filter that is removed', async ({
  page,
  site,
}) => {
  const { ids, news_id, staff } = await postComments(site.url, 'Filtered', numbered(3, 'Sorted'))
  await staff.call('PATCH', `/admin/comments/${ids[0]}/approve/`, {})
  await staff.call('PATCH', `/admin/comments/${ids[1]}/reject/`, {})
  await openDashboard(page, `${list}?news_id=${news_id}`)
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByRole('button', { name: /^Filters/ }).press('Enter')
  await page.getByRole('button', { name: /^Status/ }).press('Enter')
  await page.getByRole('checkbox', { name: 'Pending' }).press('Space')
  await page.getByRole('checkbox', { name: 'Rejected' }).press('Space')
  await expect(page).toHaveURL(/status=PENDING%2CREJECTED/)
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(
    page.getByRole('navigation', { name: 'Status' }).locator('[aria-current]'),
  ).toHaveCount(0)
  await page.keyboard.press('Escape')
  const applied = page.getByRole('list', { name: 'Applied filters' })
  await expect(applied.getByRole('button')).toHaveText([
    'Status: Pending',
    'Status: Rejected',
    'Article: Filtered',
  ])
  await page.getByLabel('Posted until').fill('2026-01-01')
  await expect(page.getByText('No comments match')).toBeVisible()
  await applied.getByRole('button', { name: /^Remove Posted until/ }).press('Enter')
  await applied.getByRole('button', { name: 'Remove Status: Pending' }).press('Enter')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowOf(page, 'Sorted 2')).toBeVisible()
})

test('the queue is accessible, narrow and wide, light and dark', async ({ page }) => {
  await openDashboard(page, `${list}?page_size=100`)
  await rowOf(page, 'Tomás').getByRole('button').first().click()
  await expect(page.getByText('With a note in the calendar')).toBeVisible()
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
})
