import { keepBack } from './support/kept-back.ts'
import { startServer, type TestServer } from './support/server.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, openHydrated, test } from './support/test.ts'

const cards = 'main article'
/** Beside the 21 that the demo has published: more than are shown at once. */
const more = 24

let site: TestServer
test.beforeAll(async () => {
  site = await startServer()
  const staff = await signInAsAdmin(site.url)
  for (let number = 1; number <= more; number += 1) {
    await staff.call('POST', '/dashboard/news/', {
      title: `Number ${number}`,
      category: 'africa',
      author: 'Aline',
      description: 'Short.',
      content: '<p>Short.</p>',
      is_published: true,
    })
  }
})
test.afterAll(() => site.stop())

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a page far down shows its own articles, and leads to newer and older ones', async ({
    page,
  }) => {
    await page.goto(`${site.url}/insights`)
    const loadMore = page.getByRole('link', { name: 'Load More Articles' })
    for (const count of [20, 30, 10]) {
      await loadMore.click()
      await expect(page.locator(cards)).toHaveCount(count)
      await expect(page.locator('#more')).toBeInViewport()
    }
    await expect(page).toHaveURL(/\?page=4#more$/)
    const [first] = await page.locator(`${cards} h3`).allTextContents()
    await page.getByRole('link', { name: 'Newer Articles' }).click()
    await expect(page.locator(cards)).toHaveCount(30)
    await expect(page.getByRole('link', { name: 'Newer Articles' })).toHaveCount(0)
    await expect(page.locator(`${cards} h3`).getByText(first ?? '', { exact: true })).toHaveCount(0)
  })

  test('a page after the last leads to all articles', async ({ page }) => {
    await page.goto(`${site.url}/insights?page=400`)
    await page.getByRole('main').getByRole('link', { name: 'See all articles' }).click()
    await expect(page.locator(cards)).toHaveCount(10)
  })
})

test('what follows a page far down is added to it, up to the last article', async ({ page }) => {
  await openHydrated(page, `${site.url}/insights?page=4`)
  await expect(page.locator(cards)).toHaveCount(10)
  await page.getByRole('link', { name: 'Load More Articles' }).click()
  await expect(page.locator(cards)).toHaveCount(15)
  await expect(page.getByText('That is all: 45 articles')).toBeFocused()
  await page.getByRole('link', { name: 'Newer Articles' }).click()
  await expect(page.locator(cards)).toHaveCount(30)
})

test.describe('more articles that come late', () => {
  const moreArticles = /\/api\/website\/news\/\?(?=.*page=2)/

  test('leave visitors on the page that they have gone to', async ({ page }) => {
    await openHydrated(page, `${site.url}/insights`)
    const release = await keepBack(page, moreArticles)
    const response = page.waitForResponse(moreArticles)
    await page.getByRole('link', { name: 'Load More Articles' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services')
    release()
    await (await response).finished()
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact')
    await page.goBack()
    await expect(page).toHaveURL(`${site.url}/services`)
  })

  test('do not stop the page that is loading', async ({ page }) => {
    await openHydrated(page, `${site.url}/insights`)
    const release = await keepBack(page, moreArticles)
    const releaseArticle = await keepBack(page, /\/api\/website\/news\/number-\d+\//)
    const response = page.waitForResponse(moreArticles)
    await page.getByRole('link', { name: 'Load More Articles' }).click()
    await page
      .getByRole('link', { name: /^Read More/ })
      .nth(1)
      .click()
    release()
    await (await response).finished()
    await expect(page.locator(cards)).toHaveCount(20)
    releaseArticle()
    await expect(page.locator('#article-body')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(`${site.url}/insights`)
  })
})
