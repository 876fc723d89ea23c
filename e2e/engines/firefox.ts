import { type Browser, type ElementHandle, launch, type Page } from 'puppeteer-core'
import type { Engine, EngineElement, InPage, Until } from './engine.ts'

/** Tests must not reach other servers: requests to them go to a proxy that doesn't exist. */
const blockingProxy = {
  'network.proxy.type': 1,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
}

/** A busy machine takes long. */
const startMs = 120_000

/** Starts Firefox, controlled through WebDriver BiDi. Each window has its own storage. */
export async function startFirefox() {
  const browser = await launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    headless: true,
    timeout: startMs,
    extraPrefsFirefox: blockingProxy,
  })
  return {
    openWindow: (until: Until) => openWindow(browser, until),
    stop: () => browser.close(),
  }
}

async function openWindow(browser: Browser, until: Until): Promise<Engine> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultNavigationTimeout(startMs)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return {
    async open(url) {
      await page.goto(url, { waitUntil: until === 'read' ? 'domcontentloaded' : 'load' })
    },
    resize: (width, height) => page.setViewport({ width, height }),
    addScript: (source) => page.evaluate(source) as Promise<void>,
    run: <Result>(work: InPage<Result>, ...args: unknown[]) =>
      page.evaluate(work as (...args: unknown[]) => Result, ...args),
    find: (work, ...args) => find(page, work, args),
    async textOfFrame(title) {
      const frame = await page.$(`iframe[title="${title}"]`)
      const content = await frame?.contentFrame()
      return (await content?.evaluate(() => document.body.textContent)) ?? ''
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    errors: async () => errors,
    close: () => context.close(),
  }
}

async function find(
  page: Page,
  work: InPage<Element | null>,
  args: unknown[],
): Promise<EngineElement | null> {
  const handle = await page.evaluateHandle(work as (...args: unknown[]) => Element | null, ...args)
  const element = handle.asElement() as ElementHandle<Element> | null
  if (!element) return null
  return {
    click: () => element.click(),
    type: (text) => element.type(text),
    clear: () => element.evaluate((field) => void Object.assign(field, { value: '' })),
    choose: (path) => (element as ElementHandle<HTMLInputElement>).uploadFile(path),
  }
}
