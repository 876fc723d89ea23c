import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

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

/** How many elements of running text there are, and those of their lines that hold over 76 characters. */
const longLines = (page: Page) =>
  page.evaluate((selector) => {
    const elements = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    const long = elements.flatMap((element) => {
      const lines = new Map<number, string>()
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        for (const [at, letter] of [...(text.textContent ?? '')].entries()) {
          const range = document.createRange()
          range.setStart(text, at)
          range.setEnd(text, at + 1)
          const line = Math.round((range.getClientRects()[0]?.bottom ?? 0) / 12)
          lines.set(line, (lines.get(line) ?? '') + letter)
        }
      }
      return [...lines.values()].filter((line) => line.length > 76)
    })
    return { count: elements.length, long }
  }, runningText)
