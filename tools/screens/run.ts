import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startServer } from '../../e2e/support/server.ts'
import { getChromium } from '../../scripts/chromium.mjs'
import { endWithUs, root } from '../../scripts/processes.mjs'
import { contactSheet, strip, strips } from './contact-sheet.ts'
import { type Screen, screens, widths } from './screens.ts'

// `npm run screens` takes a screenshot of each screen at each width, with the demo content, and shows them side by side
// in `screens/index.html`. `npm run screens -- home article --dark` takes only these, in the dark scheme; `--readme`
// also updates the images of the README in that scheme.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    dark: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
  },
})
const folder = join(root, 'screens')
const chosen = screens.filter(({ name }) => !positionals.length || positionals.includes(name))
const unknown = positionals.filter((name) => !screens.some((screen) => screen.name === name))
if (unknown.length > 0) {
  console.error(`No such screen: ${unknown.join(', ')}. There are:`)
  console.error(screens.map(({ name }) => name).join(' '))
  process.exit(1)
}

if (!positionals.length) await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const server = await startServer()
endWithUs(server.process)
const browser = await chromium.launch({
  executablePath: await getChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    // Otherwise letters and words stand at whole pixels, unevenly.
    '--font-render-hinting=none',
  ],
})
try {
  for (const screen of chosen) {
    for (const width of widths) await takePicture(browser, screen, width)
    await photograph(browser, contactSheet([screen.name]), join(folder, `${screen.name}.png`))
    console.log(screen.name)
  }
  await writeFile(join(folder, 'index.html'), contactSheet(chosen.map(({ name }) => name)))
  if (values.readme) {
    for (const one of strips.filter(({ isDark = false }) => isDark === values.dark)) {
      await photograph(browser, strip(one), join(root, 'docs', 'pictures', `${one.name}.jpg`))
    }
  }
  console.log(`\nAll side by side: ${join(folder, 'index.html')}`)
} finally {
  await browser.close()
  await server.stop()
}

async function takePicture(browser: Browser, screen: Screen, width: number) {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width, height: width < 700 ? 740 : 900 },
    colorScheme: values.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Africa/Kigali',
  })
  try {
    const page = await context.newPage()
    await screen.open(page)
    await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
    if (!screen.isOneView) {
      // Nothing is hovered over.
      await page.mouse.move(0, 0)
      await loadWhatIsBelow(page)
      await growToContent(page, width)
    }
    await page.screenshot({ path: join(folder, `${screen.name}-${width}.png`) })
  } catch (error) {
    throw new Error(`${screen.name} at ${width}: ${(error as Error).message}`)
  } finally {
    await context.close()
  }
}

/** Scrolls through the page, so that lazy images and lists load. */
async function loadWhatIsBelow(page: Page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' })
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    scrollTo({ top: 0, behavior: 'instant' })
  })
  await page.waitForLoadState('networkidle')
}

/**
 * Makes the window as high as the page. Chromium's full-page screenshots get lengths in `vw` wrong if the page has been
 * scrolled.
 */
async function growToContent(page: Page, width: number) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height })
  await page.waitForLoadState('networkidle')
}

/** Takes a screenshot of a page that arranges images. */
async function photograph(browser: Browser, html: string, to: string) {
  const from = join(folder, 'layout.html')
  await writeFile(from, html)
  const page = await browser.newPage({ viewport: { width: 1240, height: 100 } })
  await page.goto(pathToFileURL(from).href)
  const quality = to.endsWith('.jpg') ? { type: 'jpeg' as const, quality: 76 } : {}
  await page.screenshot({ path: to, fullPage: true, ...quality })
  await page.close()
  await rm(from)
}
