import { keepBack } from './support/kept-back.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, openHydrated, test } from './support/test.ts'

const heading = 'Checkout Our Latest News & Resources'

test('home shows the latest articles, with long titles shortened', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const title =
    'A title of far more than eighty characters, which no card has room for, so that it ends early'
  const { slug } = await staff.call('POST', '/dashboard/news/', {
    title,
    category: 'africa',
    author: 'Solange Mukamana',
    description: 'On the length of titles.',
    content: '<p>Be brief.</p>',
    is_published: true,
  })
  await page.goto('/')
  const news = page.getByRole('region', { name: heading })
  await expect(news.getByRole('article')).toHaveCount(3)
  const first = news.getByRole('article').first()
  await expect(first.getByRole('heading')).toHaveText(`${title.slice(0, 80)}…`)
  await expect(first.getByRole('link', { name: /^Read More/ })).toHaveAttribute(
    'href',
    `/insights/${slug}`,
  )
})

test('a button leads to all articles, except on small screens', async ({ page }) => {
  await openHydrated(page, '/')
  const all = page.getByRole('link', { name: 'View All Articles' })
  await page.setViewportSize({ width: 360, height: 800 })
  await expect(all).toBeHidden()
  await page.setViewportSize({ width: 768, height: 900 })
  // What comes near the viewport is laid out then, and may move the button away from the pointer.
  await expect(all).toBeVisible()
  await all.press('Enter')
  await expect(page).toHaveURL('/insights')
})

test('placeholders are shown while the news load after a navigation', async ({ page }) => {
  await openHydrated(page, '/services')
  const respond = await keepBack(page, '**/api/website/news/**')
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
  const news = page.getByRole('region', { name: heading })
  await expect(news.locator('[data-skeleton-card]')).toHaveCount(3)
  await expectAccessible(page)
  respond()
  await expect(news.getByRole('article')).toHaveCount(3)
})
