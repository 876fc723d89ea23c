import type { Page } from '@playwright/test'
import { notificationOf, openDashboard, rowOf, rowsOf, stripOf } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { numbered, postComments, test } from './support/posted-comments.ts'
import { expect, expectAccessible } from './support/test.ts'

const list = '/dashboard/comments'

const focused = (page: Page) => page.locator('[data-row-id]:focus-within')
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true })

/** Presses a key of the queue once a row has the focus. */
async function press(page: Page, key: string) {
  await expect(focused(page)).toHaveCount(1)
  await page.keyboard.press(key)
}

test('30 comments are decided on by the keyboard alone, and what was decided is undone', async ({
  page,
  site,
}) => {
  const { staff, news_id } = await postComments(site.url, 'Much said', numbered(30, 'Reader'))
  const total = async (status: string) => {
    const query = new URLSearchParams({ news_id: String(news_id), status })
    return (await staff.call('GET', `/website/comments/?${query}`)).total_items
  }
  await openDashboard(page, `${list}?news_id=${news_id}`)
  await expect(rowsOf(page)).toHaveCount(10)
  const reader = (number: number) =>
    page.getByRole('button', { name: `Reader ${number}`, exact: true })
  for (let count = 0; count < 11; count += 1) await page.keyboard.press('j')
  await expect(page).toHaveURL(/page=2/)
  await expect(reader(20)).toBeFocused()
  await page.keyboard.press('k')
  await expect(reader(21)).toBeFocused()
  for (let count = 0; count < 9; count += 1) await page.keyboard.press('k')
  await expect(reader(30)).toBeFocused()
  for (let count = 0; count < 30; count += 1) await press(page, count % 3 === 0 ? 's' : 'a')
  await expect(page.getByText('No comments match')).toBeVisible()
  await expect.poll(() => total('PENDING')).toBe(0)
  expect([await total('APPROVED'), await total('REJECTED')]).toEqual([20, 10])

  await expect(page.getByText('Approved: the comment of Reader 1', { exact: true })).toBeVisible()
  await page.keyboard.press('z')
  await expect(rowOf(page, 'Reader 1')).toContainText('What Reader number 1 has to say.')
  await expect(page.getByText('Approved: the comment of Reader 2', { exact: true })).toBeVisible()
  // The others can be undone after a reload, too.
  await page.reload()
  await page.getByRole('button', { name: 'What I decided' }).click()
  const second = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Reader 2:' })
  await second.getByRole('button', { name: 'Undo' }).click()
  await expect(second).toContainText('Undone')
  await expect(second).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(rowsOf(page)).toHaveCount(2)
})

test('while a decision is on its way, neither it nor the one before it is undone', async ({
  page,
  site,
}) => {
  const words = numbered(2, 'Hasty')
  const { staff, news_id, ids } = await postComments(site.url, 'Decided fast', words)
  await openDashboard(page, `${list}?news_id=${news_id}`)
  await expect(rowsOf(page)).toHaveCount(2)
  await page.keyboard.press('j')
  await press(page, 'a')
  await expect(page.getByText('Approved: the comment of Hasty 2')).toBeVisible()
  const release = await keepBack(page, `**/admin/comments/${ids[0]}/reject/`)
  await press(page, 's')
  await expect(rowsOf(page)).toHaveCount(0)
  await expect(page.getByText('Rejecting the comment of Hasty 1…')).toBeVisible()
  await expect(undo(page)).toHaveCount(0)
  await page.keyboard.press('z')
  release()
  await expect(page.getByText('Rejected: the comment of Hasty 1')).toBeVisible()
  await page.keyboard.press('z')
  await expect(rowOf(page, 'Hasty 1')).toHaveCount(1)
  await expect(page.getByText('Approved: the comment of Hasty 2')).toBeVisible()
  const query = new URLSearchParams({ news_id: String(news_id), status: 'APPROVED' })
  expect((await staff.call('GET', `/website/comments/?${query}`)).total_items).toBe(1)
})

test('what is undone among the decisions is not offered for undoing any more', async ({
  page,
  site,
}) => {
  const { news_id } = await postComments(site.url, 'Undone apart', numbered(2, 'Writer'))
  await openDashboard(page, `${list}?news_id=${news_id}`)
  await expect(rowsOf(page)).toHaveCount(2)
  await page.keyboard.press('j')
  await press(page, 'a')
  await press(page, 'a')
  const offered = (name: string) => page.getByText(`Approved: the comment of ${name}`)
  await expect(offered('Writer 1')).toBeVisible()
  await page.getByRole('button', { name: 'What I decided' }).click()
  const decision = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Writer 1:' })
  await decision.getByRole('button', { name: 'Undo' }).click()
  await expect(decision).toContainText('Undone')
  await page.keyboard.press('Escape')
  await expect(offered('Writer 1')).toHaveCount(0)
  await expect(offered('Writer 2')).toBeVisible()
})

test('a spam wave is one row, decided on once and undone at once', async ({ page, site }) => {
  const wave = Array.from({ length: 6 }, (_, index) => ({
    name: `Seller ${index}`,
    message: `Number ${index} on the list: https://wave.example/buy?ref=${index}`,
  }))
  const words = [...wave, { name: 'A reader', message: 'Words that stand alone.' }]
  const { path, staff, news_id } = await postComments(site.url, 'A wave', words)
  const rejected = async () =>
    (await staff.call('GET', `/website/comments/?status=REJECTED&news_id=${news_id}`)).total_items
  await openDashboard(page, list)
  const row = page.getByRole('article').filter({ hasText: 'wave.example/buy' })
  await expect(row).toContainText('6 comments with the link wave.example/buy')
  await expect(row).toContainText('By 6 authors, on 1 article')
  await expect(rowOf(page, 'A reader')).toHaveCount(1)
  await expect(rowOf(page, 'Seller')).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(row.getByRole('button').first()).toBeFocused()
  await press(page, 's')
  await expect(page.getByText('Rejected: 6 comments of a wave')).toBeVisible()
  await expect(row).toHaveCount(0)
  expect(await rejected()).toBe(6)
  expect(await (await page.request.get(site.url + path)).text()).not.toContain('Seller')
  await undo(page).click()
  await expect(notificationOf(page, 'Undone: 6 comments as before.')).toBeVisible()
  await row.getByRole('link', { name: 'Look at each' }).click()
  await expect(rowsOf(page)).toHaveCount(6)
  expect(await rejected()).toBe(0)
})

test('a reply by r stands on the site as the answer of the company, and what is typed stays', async ({
  page,
  site,
}) => {
  const { news_id, path } = await postComments(site.url, 'Answered', numbered(2, 'Asker'))
  await openDashboard(page, `${list}?news_id=${news_id}`)
  await expect(rowsOf(page)).toHaveCount(2)
  await page.keyboard.press('j')
  await press(page, 'r')
  const field = page.getByLabel('Reply as Huza')
  await page.keyboard.type('Thanks, a')
  await page.keyboard.press('Escape')
  await press(page, 'j')
  await expect(field).toHaveCount(0)
  await page.keyboard.press('k')
  await page.keyboard.press('r')
  await expect(field).toHaveValue('Thanks, a')
  await field.press('End')
  await page.keyboard.type(' lot for asking.')
  await page.keyboard.press('Control+Enter')
  await expect(notificationOf(page, 'Your reply to Asker 2 is on the site.')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(1)
  await page.goto(path)
  const comment = page.locator('#comments li').filter({ hasText: 'Asker 2' })
  await expect(comment).toContainText('Huza Our answer')
  await expect(comment).toContainText('Thanks, a lot for asking.')
})

test('keys pressed while the palette is loaded decide on nothing', async ({ page, site }) => {
  const { news_id } = await postComments(site.url, 'Slow line', numbered(1, 'Patient'))
  const arrive = await keepBack(page, '**/palette-window-*.js')
  await openDashboard(page, `${list}?news_id=${news_id}`)
  await expect(rowsOf(page)).toHaveCount(1)
  await page.keyboard.press('j')
  await expect(focused(page)).toHaveCount(1)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('as')
  arrive()
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  // It may be held: the tests of a server post very many comments at once.
  await expect(rowOf(page, 'Patient')).toContainText('Nothing decided yet')
})

test('Shift selects a batch, and the keys can be switched off in the menu', async ({
  page,
  site,
}) => {
  const { news_id } = await postComments(site.url, 'A batch', numbered(4, 'Many'))
  await openDashboard(page, `${list}?news_id=${news_id}`)
  await expect(rowsOf(page)).toHaveCount(4)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const text of ['Approve', 'Reject as spam', 'Reply as the company']) {
    await expect(help.getByText(text, { exact: true })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await press(page, 'Shift+J')
  await press(page, 'Shift+J')
  await expect(page.getByText('3 selected')).toBeVisible()

  await page.getByRole('button', { name: /^Your menu/ }).click()
  const choice = page.getByRole('menuitemcheckbox', { name: 'Keyboard shortcuts' })
  await choice.click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await choice.click()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').pressSequentially('a')
  await expect(page).toHaveURL(/search=a/)
  await expect(page.getByText('3 selected')).toBeHidden()
  await page.getByRole('searchbox').fill('')
  // Each list has its own selection.
  await expect(page.getByText('3 selected')).toBeVisible()

  await rowsOf(page).first().getByRole('button').first().focus()
  await press(page, 'a')
  await expect(page.getByText('Approved: 3 comments', { exact: true })).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(1)
  await page.keyboard.press('?')
  await expect(help.getByText('Undo the last change', { exact: true })).toBeVisible()
})

test('an author is blocked from the row, and the block is listed and removed', async ({
  page,
  site,
}) => {
  const email = `${crypto.randomUUID()}@spam.example`
  const shouter = { name: 'Shouter', email }
  const words = [{ ...shouter, message: 'The first of many of these.' }]
  const { news_id } = await postComments(site.url, 'Blocked', words)
  await openDashboard(page, `${list}?news_id=${news_id}`)
  await page.getByRole('button', { name: 'Actions for the comment of Shouter' }).click()
  await page.getByRole('menuitem', { name: 'Block...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block' })
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await expectAccessible(page)
  await dialog.getByLabel('Why').fill('Shouts at others')
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(notificationOf(page, /^Blocked\./)).toBeVisible()
  const again = [{ ...shouter, message: 'And here is the second.' }]
  const other = await postComments(site.url, 'Blocked again', again)
  await page.goto(`${list}?is_held=true&news_id=${other.news_id}`)
  await expect(rowOf(page, 'Shouter')).toContainText('Held: blocked')
  await page.getByRole('button', { name: 'Blocks' }).click()
  const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText('Met once')
  await expect(row).toContainText('Shouts at others')
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(row).toHaveCount(0)
})

test.describe('what did not happen', () => {
  test.use({ expectedErrors: /409|ERR_INTERNET_DISCONNECTED/ })

  test('is taken back on the screen: a colleague was faster, or there is no connection', async ({
    page,
    site,
    context,
  }) => {
    const { news_id, staff, ids } = await postComments(site.url, 'Contested', numbered(2, 'Both'))
    await openDashboard(page, `${list}?news_id=${news_id}`)
    await expect(rowsOf(page)).toHaveCount(2)
    await context.setOffline(true)
    await page.keyboard.press('j')
    await press(page, 'a')
    await expect(
      stripOf(page, /^May not have been approved. No connection to the server/),
    ).toBeVisible()
    await expect(rowsOf(page)).toHaveCount(2)
    await expect(undo(page)).toHaveCount(0)
    const release = await keepBack(page, /\/api\/website\/comments\/\?/)
    await context.setOffline(false)
    await staff.call('PATCH', `/admin/comments/${ids[0]}/approve/`)
    await rowOf(page, 'Both 1')
      .getByRole('button', { name: /as spam$/ })
      .click()
    const refusal =
      /^Not rejected. This comment was approved by Administrator at .+ look at it again/
    await expect(stripOf(page, refusal)).toBeVisible()
    release()
    await expect(rowsOf(page)).toHaveCount(1)
    await page.getByRole('link', { name: /^Approved/ }).click()
    await expect(rowOf(page, 'Both 1')).toContainText('Approved by Administrator')
  })
})

test.describe('a decision that is refused', () => {
  test.use({ expectedErrors: [/409.*reject/] })
  test('does not bring back the one before it, which would be undone instead', async ({
    page,
    site,
  }) => {
    const { news_id, ids } = await postComments(site.url, 'Refused', numbered(2, 'Refused'))
    await openDashboard(page, `${list}?news_id=${news_id}`)
    await expect(rowsOf(page)).toHaveCount(2)
    await page.keyboard.press('j')
    await press(page, 'a')
    await expect(stripOf(page, 'Approved: the comment of Refused 2')).toBeVisible()
    await page.route(`**/admin/comments/${ids[0]}/reject/`, (route) =>
      route.fulfill({ status: 409, json: { detail: 'Not now.' } }),
    )
    await press(page, 's')
    await expect(stripOf(page, 'Not rejected. Not now.')).toBeVisible()
    await expect(undo(page)).toHaveCount(0)
    await page.keyboard.press('z')
    await page.getByRole('main').getByRole('button', { name: 'Close' }).click()
    await expect(stripOf(page, 'Approved: the comment of Refused 2')).toBeVisible()
  })
})

test('a reply that is answered late leaves the next one as it is', async ({ page, site }) => {
  const { news_id } = await postComments(site.url, 'Answered late', numbered(2, 'Latecomer'))
  await openDashboard(page, `${list}?news_id=${news_id}`)
  await expect(rowsOf(page)).toHaveCount(2)
  const release = await keepBack(page, /\/admin\/comments\/\d+\/reply\//)
  const field = page.getByLabel('Reply as Huza')
  await page.keyboard.press('j')
  await press(page, 'r')
  await expect(field).toBeFocused()
  await page.keyboard.type('Thanks.')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  await press(page, 'j')
  await press(page, 'r')
  await expect(field).toHaveValue('')
  await page.keyboard.type('Half')
  release()
  await expect(notificationOf(page, 'Your reply to Latecomer 2 is on the site.')).toBeVisible()
  await expect(field).toBeFocused()
  await page.keyboard.type(' a thought')
  await expect(field).toHaveValue('Half a thought')
})
