import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import type Axe from 'axe-core'
import type { Result, RunOptions } from 'axe-core'
import { takeNewerPartsAway } from './older-browsers.ts'
import { serverFixture, startServer, type TestServer } from './server.ts'

type TestFixtures = {
  /** Console errors that a test expects, such as those of a failing request. */
  expectedErrors: RegExp | RegExp[]
  consoleErrors: undefined
}

type WorkerFixtures = {
  site: TestServer
  /** Names the lasting change of a file's tests to data that other files read: such a file gets its own server. */
  changesForGood: string
}

/** Each worker has its own server. A test fails if the page writes an error to the console, or
 * violates the content security policy. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  changesForGood: ['', { option: true, scope: 'worker' }],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
    async ({}, use) => {
      const site = await startServer()
      await use(site)
      await site.stop()
    },
    serverFixture,
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
      // React says of an error that it got over only that there was one: why is its cause.
      await page.addInitScript(() =>
        addEventListener('error', ({ error }) => {
          if (error instanceof Error && error.cause) console.error(error.cause)
        }),
      )
      await page.addInitScript(() =>
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          console.error(`${violatedDirective} forbids ${blockedURI}`),
        ),
      )
      await takeNewerPartsAway(page)
      // A headless browser says that it shows no PDFs, unlike those of people.
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true }),
      )
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

/** Both widths and both colour schemes: layouts don't depend on colours, nor contrasts on the width. */
export const looks = [
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const

/** Opens a page and hydrates it, as somebody does who means to use a form: links then open without a new document. */
export async function openHydrated(page: Page, path: string) {
  await page.goto(path)
  await hydrate(page)
}

/** Hydrates the open page, unless it is hydrated. */
export async function hydrate(page: Page) {
  await page.evaluate(() => {
    const form = document.body.appendChild(document.createElement('form'))
    form.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    form.remove()
  })
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
}

/** Waits until animations have ended: elements that fade in don't have their final colours yet. */
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

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** WCAG 2.2 requires targets of 24 pixels; axe checks that only if enabled. */
const axeOptions = {
  resultTypes: ['violations'],
  rules: { 'target-size': { enabled: true } },
  // For a rule about style sheets that nobody here breaks.
  preload: false,
} satisfies RunOptions

/**
 * Checks the page in its current state against WCAG 2.2 AA and axe's best practices. A page without frames is spared
 * what they need, which takes as long as the check.
 * @param part a selector of what is checked alone, where the rest is covered
 */
export async function expectAccessible(page: Page, part?: string) {
  await settled(page)
  expectNone(
    page.frames().length > 1 ? await violationsInFrames(page) : await violationsOf(page, part),
  )
}

/** Checks what depends on the colour scheme alone, which takes a part of the time. */
export async function expectAccessibleColors(page: Page) {
  await settled(page)
  const options = {
    ...axeOptions,
    iframes: false,
    runOnly: ['color-contrast', 'link-in-text-block'],
  }
  expectNone(await violationsOf(page, undefined, options))
}

function expectNone(violations: Result[]) {
  const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
  expect(found).toEqual([])
}

async function violationsOf(page: Page, part?: string, options: RunOptions = axeOptions) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async ({ within, options }) => {
      const { axe } = window as unknown as { axe: typeof Axe }
      return (await axe.run(within ?? document, options)).violations
    },
    { within: part, options },
  )
}

async function violationsInFrames(page: Page) {
  // The other mode opens an extra page per analysis for cross-origin frames, which don't matter here.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  return (await axe.options(axeOptions).analyze()).violations
}

/** Expects the page to be no wider than the screen. */
export async function expectNoSidewaysScroll(page: Page) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'pixels wider than the screen').toBeLessThanOrEqual(0)
}

/** Expects the open page to be accessible and to fit on a telephone and on a desk, whose width it has afterwards. */
export async function expectAccessibleAtBothWidths(page: Page) {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
}

/** Expects nothing to cover the centre of an element. */
export async function expectUncovered(element: Locator) {
  const isOnTop = () =>
    element.evaluate((node) => {
      const { x, y, width, height } = node.getBoundingClientRect()
      return node.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  await expect.poll(isOnTop).toBe(true)
}
