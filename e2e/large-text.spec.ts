import type { Page } from '@playwright/test'
import { publicPaths } from './support/crawl.ts'
import { dashboardPages, openDashboard } from './support/dashboard.ts'
import { expect, expectNoSidewaysScroll, test } from './support/test.ts'
import { chooseCohort, chooseTechStack, openWizard } from './support/wizard.ts'

// Larger text in the browser's settings, on a small phone.

const pages = [
  ...publicPaths.filter((path) => !/[:*]|\.ics$/.test(path)),
  '/insights/why-kigali-an-honest-answer',
  '/events/1',
  '/no-such-page',
]

test.use({
  viewport: { width: 360, height: 740 },
  reducedMotion: 'reduce',
  expectedErrors: /404.*no-such-page/,
})

for (const percent of [130, 200]) {
  test.describe(`with text at ${percent} %`, () => {
    test.beforeEach(async ({ page }) => {
      const client = await page.context().newCDPSession(page)
      // Chromium accepts whole pixels only.
      const standard = Math.round((16 * percent) / 100)
      await client.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
    })

    test('no public page scrolls sideways or cuts text', async ({ page }) => {
      for (const path of pages) {
        await page.goto(path, { waitUntil: 'networkidle' })
        await expectReadable(page, path)
      }
    })

    test('no step of the application scrolls sideways or cuts text', async ({ page }) => {
      await openWizard(page)
      await expectReadable(page, 'cohort')
      await chooseCohort(page)
      await expectReadable(page, 'tech stack')
      await chooseTechStack(page)
      await expectReadable(page, 'details')
    })

    test('no page of the dashboard scrolls sideways or cuts text', async ({ page }) => {
      await openDashboard(page)
      for (const { path, ready } of dashboardPages) {
        await page.goto(path, { waitUntil: 'networkidle' })
        await expect(page.getByRole('main').getByText(ready).first()).toBeVisible()
        await expectReadable(page, path)
      }
    })
  })
}

async function expectReadable(page: Page, where: string) {
  await test.step(where, async () => {
    await expectNoSidewaysScroll(page)
    expect(await cutTexts(page)).toEqual([])
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
