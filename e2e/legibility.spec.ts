import type { Page } from '@playwright/test'
import { expect, openHydrated, test } from './support/test.ts'

const article = '/insights/why-kigali-an-honest-answer'
const pages = [
  '/who-we-are',
  '/why-rwanda',
  '/services',
  '/register',
  article,
  '/privacy',
  '/terms',
]
const runningText = 'main p.measure, main .measure p, main .prose > p, main .prose li'

for (const width of [768, 1280, 1920]) {
  test(`running text has about 70 characters a line at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const path of pages) {
      await page.goto(path)
      const lines = await longLines(page)
      expect(lines.count, path).toBeGreaterThan(0)
      expect(lines.long, path).toEqual([])
    }
  })
}

test('letters and spaces keep their own widths on a screen of one pixel a point', async ({
  page,
}) => {
  await page.goto('/events')
  const widthAt = (element: Element, size: number) => {
    const copy = element.appendChild(document.createElement('span'))
    copy.style.cssText = `position: absolute; white-space: nowrap; word-spacing: 0; font-size: ${size}px`
    copy.textContent = 'Hiring in Rwanda: 5 Dec 2026, and who solves it'
    const { width } = copy.getBoundingClientRect()
    copy.remove()
    return width
  }
  for (const part of [
    page.getByRole('main'),
    page.getByRole('button', { name: 'Subscribe' }).first(),
  ]) {
    const small = await part.evaluate(widthAt, 14)
    const large = await part.evaluate(widthAt, 140)
    expect(large / small).toBeCloseTo(10, 1)
  }
})

test('an article is printed without interactive elements, and no header covers it', async ({
  page,
}) => {
  await page.goto(article)
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
  await expect(page.getByRole('banner')).toHaveCSS('position', 'fixed')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toHaveCSS('position', 'static')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('textbox').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^Comments/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Related Articles' })).toBeHidden()
  await expect(page.getByText('All rights reserved')).toBeHidden()
})

test('content below the fold is printed too', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openHydrated(page, '/who-we-are')
  const pillars = page.getByRole('region', { name: 'Our three core pillars' }).locator('div').nth(1)
  await expect(pillars).toHaveCSS('opacity', '0')
  await page.emulateMedia({ media: 'print' })
  await expect(pillars).toHaveCSS('opacity', '1')
})

/** The number of elements of running text, and their lines with more than 76 characters. */
const longLines = (page: Page) =>
  page.evaluate((selector) => {
    const elements = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    const long = elements.flatMap((element) => {
      const lines = new Map<number, string>()
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        for (const [at, character] of [...(text.textContent ?? '')].entries()) {
          const range = document.createRange()
          range.setStart(text, at)
          range.setEnd(text, at + 1)
          const line = Math.round((range.getClientRects()[0]?.bottom ?? 0) / 12)
          lines.set(line, (lines.get(line) ?? '') + character)
        }
      }
      return [...lines.values()].filter((line) => line.length > 76)
    })
    return { count: elements.length, long }
  }, runningText)
