import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, test } from './test.ts'

/** Larger text in the browser's settings. */
export async function setTextSize(page: Page, percent: number) {
  const client = await page.context().newCDPSession(page)
  // Chromium accepts whole pixels only.
  const standard = Math.round((16 * percent) / 100)
  await client.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
}

/** Expects that nothing scrolls sideways, and no text is cut. */
export async function expectReadable(page: Page, where: string) {
  await test.step(where, async () => {
    await expectNoSidewaysScroll(page)
    await expect.poll(() => cutTexts(page)).toEqual([])
  })
}

/** Texts that overflow the screen, or are clipped by a box without an ellipsis. */
const cutTexts = (page: Page) =>
  page.evaluate(() => {
    const movesSideways = '[aria-roledescription=carousel], [class*=mask-image]'
    const edgesOf = (text: Node) => {
      for (let box = text.parentElement; box; box = box.parentElement) {
        const { overflowX, webkitLineClamp, textOverflow } = getComputedStyle(box)
        if (webkitLineClamp !== 'none' || textOverflow === 'ellipsis') return null
        if (overflowX === 'auto' || overflowX === 'scroll') return null
        if (overflowX === 'hidden' || overflowX === 'clip') return box.getBoundingClientRect()
      }
      return { left: 0, right: document.documentElement.clientWidth }
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const cut: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement
      if (!element?.checkVisibility() || element.closest(`svg, .sr-only, ${movesSideways}`))
        continue
      const edges = edgesOf(text)
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right, width } = range.getBoundingClientRect()
      if (!edges || width === 0) continue
      if (right > edges.right + 1 || left < edges.left - 1) cut.push(text.textContent ?? '')
    }
    return cut
  })
