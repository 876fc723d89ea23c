import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { startServer, type TestServer } from './server.ts'

type TestFixtures = {
  /** Console errors that a test expects, such as those of a request that it lets fail. */
  expectedErrors: RegExp | RegExp[]
  consoleErrors: undefined
}

type WorkerFixtures = {
  site: TestServer
  /** What the tests of a file change for good although other files read it: they get a server of their own. */
  changesForGood: string
}

/** Tests on a server of their worker's own. A test fails when the page writes an error to the console. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  changesForGood: ['', { option: true, scope: 'worker' }],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that one needs from the pattern
    async ({}, use) => {
      const site = await startServer()
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site.url),
  expectedErrors: [[], { option: true }],
  consoleErrors: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
      })
      await use(undefined)
      const unexpected = errors.filter(
        (text) => ![expectedErrors].flat().some((one) => one.test(text)),
      )
      expect(unexpected, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Waits until what moves has come to rest: what is still fading in has not its colours yet. */
export async function settled(page: Page) {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
        .map((animation) => animation.finished.catch(() => {})),
    ),
  )
}

/** Holds a page, as it stands now, to WCAG 2.2 AA and axe's best practices. */
export async function expectAccessible(page: Page) {
  await settled(page)
  // The other mode opens one more page for each analysis, to look into frames of other sites: there are none here.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  // WCAG 2.2 asks for targets of 24 pixels, which axe looks for only when told.
  const { violations } = await axe
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze()
  const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
  expect(found).toEqual([])
}

/** The page is no wider than the screen. */
export async function expectNoSidewaysScroll(page: Page) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'pixels wider than the screen').toBeLessThanOrEqual(0)
}

/** Nothing lies over an element's middle. */
export async function expectUncovered(element: Locator) {
  const isOnTop = () =>
    element.evaluate((node) => {
      const { x, y, width, height } = node.getBoundingClientRect()
      return node.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  await expect.poll(isOnTop).toBe(true)
}
