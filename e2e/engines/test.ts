import { writeFile } from 'node:fs/promises'
import { test as base, expect } from '@playwright/test'
import { startScriptProxy } from '../support/script-proxy.ts'
import { serverFixture, startServer, type TestServer } from '../support/server.ts'
import type { Engine, Until } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { createVisitor } from './visitor.ts'
import { startWebkit } from './webkit.ts'

const starts = { firefox: startFirefox, webkit: startWebkit }
type Browser = { openWindow(until: Until): Promise<Engine>; stop(): Promise<void> }

export type EngineOptions = { engineName: keyof typeof starts }
type WorkerFixtures = EngineOptions & { site: TestServer; browserOfEngine: Browser }
type TestFixtures = {
  /** Whether pages have their scripts. */
  isScripted: boolean
  /** The site's URL for this browser. */
  siteUrl: string
  expectedErrors: RegExp[]
  opensUntil: Until
  engine: Engine
  visitor: ReturnType<typeof createVisitor>
}

/** Tests for installed browsers that Playwright can't drive. Console errors fail a test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
    async ({}, use) => {
      const site = await startServer()
      await use(site)
      await site.stop()
    },
    serverFixture,
  ],
  browserOfEngine: [
    async ({ engineName }, use) => {
      const browser = await starts[engineName]()
      await use(browser)
      await browser.stop()
    },
    serverFixture,
  ],
  expectedErrors: [[], { option: true }],
  isScripted: [true, { option: true }],
  async siteUrl({ site, isScripted }, use) {
    if (isScripted) return use(site.url)
    await using proxy = await startScriptProxy(site.url, { isScripted })
    await use(proxy.url)
  },
  opensUntil: ['loaded', { option: true }],
  engine: async ({ browserOfEngine, opensUntil, expectedErrors }, use, info) => {
    const engine = await browserOfEngine.openWindow(opensUntil)
    try {
      await engine.resize(1280, 900)
      await use(engine)
      if (info.status !== info.expectedStatus) {
        await writeFile(info.outputPath('screenshot.png'), await engine.screenshot())
        // CI keeps only what is printed.
        console.log(await engine.run(shownText))
      }
      const unexpected = (await engine.errors()).filter(
        (text) => !expectedErrors.some((one) => one.test(text)),
      )
      expect(unexpected, 'errors in the console').toEqual([])
    } finally {
      await engine.close()
    }
  },
  visitor: ({ engine, siteUrl, isScripted }, use) =>
    use(createVisitor(engine, siteUrl, isScripted)),
})

/** Runs in the page. */
function shownText() {
  // biome-ignore lint/performance/useDomNodeTextContent: textContent would include hidden text
  return `${location.href}\n${document.body.innerText.slice(0, 4000)}`
}

export { expect }
