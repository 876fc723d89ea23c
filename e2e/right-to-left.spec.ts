import { newComment, uniqueText } from './support/comments.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, test } from './support/test.ts'

const author = 'מרים כהן'
const words = 'مرحبا بكم في كيغالي 2026'

test('a name from right to left stands before its date, and a text has the direction of its script', async ({
  page,
  site,
}) => {
  const title = uniqueText('From right to left')
  const staff = await signInAsAdmin(site.url)
  const { id: news_id, slug } = await staff.call('POST', '/dashboard/news/', {
    title,
    description: 'For the tests.',
    content: '<p>Words.</p>',
    author,
    category: 'business',
    is_published: true,
  })
  await staff.call('POST', '/website/comments/', {
    news_id,
    name: author,
    email: 'miriam@example.com',
    message: words,
    done_at: new Date().toISOString(),
    ...(await staff.call('GET', '/website/form-token/')),
  })

  await page.goto('/insights')
  const card = page.getByRole('article').filter({ hasText: title })
  const name = await card.getByText(author).boundingBox()
  const date = await card.locator('time').boundingBox()
  expect(date?.x).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? 0))

  await page.goto(`/insights/${slug}`)
  await expect(page.locator('#comments').getByText(words)).toHaveCSS('direction', 'rtl')
  for (const label of ['Name', 'Message'])
    await expect(newComment(page).getByLabel(label)).toHaveCSS('unicode-bidi', 'plaintext')
})
