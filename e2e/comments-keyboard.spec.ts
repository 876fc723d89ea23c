import { uniqueWords } from './support/comments.ts'
import { tabTo } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

test('the keyboard alone leads from home to a posted comment', async ({ page }) => {
  test.slow()
  await page.goto('/', { waitUntil: 'networkidle' })
  await tabTo(page, 'News & Insights')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News & Insights')
  await tabTo(page, 'Talent Development')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/insights?category=talent')
  await tabTo(page, /^Read More/)
  await page.keyboard.press('Enter')
  await expect(page.locator('#article-body')).toBeVisible()

  await tabTo(page, 'Share')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Share' })).toBeFocused()

  await tabTo(page, 'Name')
  await page.keyboard.type('Aline Uwase')
  await page.keyboard.press('Tab')
  await page.keyboard.type('aline@example.rw')
  await page.keyboard.press('Tab')
  const message = uniqueWords('Posted without a mouse.')
  await page.keyboard.type(message, { delay: 80 })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Comment posted successfully!')).toBeVisible()
  await expect(page.locator('#comments li').first()).toContainText(message)
})
