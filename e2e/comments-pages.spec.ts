import { numbered, postComments, test } from './support/posted-comments.ts'
import { expect, openHydrated } from './support/test.ts'

const total = 130

test('all comments are reached from the newest ones, also without JavaScript', async ({
  page,
  site,
  browser,
}) => {
  const { staff, ids, path } = await postComments(
    site.url,
    'An article with very many comments',
    numbered(total, 'Reader'),
  )
  for (const comment_ids of [ids.slice(0, 100), ids.slice(100)]) {
    await staff.call('PATCH', '/admin/comments/batch/', { comment_ids, action: 'approve' })
  }
  const shown = page.locator('#comments li')
  const more = page.getByRole('link', { name: 'Load More Comments' })

  await openHydrated(page, path)
  await expect(shown).toHaveCount(100)
  await expect(page.getByText(`100 of ${total} comments shown`)).toBeVisible()
  await more.click()
  await expect(shown).toHaveCount(total)
  await expect(page.getByText(`That is all: ${total} comments`)).toBeFocused()
  await expect(page).toHaveURL(`${path}?comments=2`)
  await expect(more).toHaveCount(0)

  await page.getByRole('link', { name: 'Services' }).first().click()
  await expect(page).toHaveURL('/services')
  await page.goBack()
  await expect(shown).toHaveCount(total)

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  const plain = await context.newPage()
  await plain.goto(path)
  await plain.getByRole('link', { name: 'Load More Comments' }).click()
  await expect(plain.locator('#comments li')).toHaveCount(total)
  await expect(plain.locator('#more')).toBeInViewport()
  await plain.getByRole('button', { name: 'Reply to Reader 1', exact: true }).click()
  await expect(plain.getByRole('form', { name: 'Reply to Reader 1' })).toBeInViewport()
  await context.close()
})
