import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { startServer } from '../e2e/support/server.ts'
import { getChromium } from './chromium.mjs'
import { root } from './processes.mjs'
import { contactSheet } from './screens/contact-sheet.ts'
import { type Screen, screens, widths } from './screens/screens.ts'

// `npm run screens` takes a picture of each screen at each width, with the demo content, and lays them side by side in
// `screens/index.html`. `npm run screens -- home article --dark` takes some of them, in the dark scheme.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { dark: { type: 'boolean', default: false } },
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
const browser = await chromium.launch({
  executablePath: await getChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  for (const screen of chosen) {
    for (const width of widths) await takePicture(browser, screen, width)
    await writeFile(join(folder, `${screen.name}.html`), contactSheet([screen.name]))
    await photograph(browser, `${screen.name}.html`, `${screen.name}.png`)
    console.log(screen.name)
  }
  await writeFile(join(folder, 'index.html'), contactSheet(chosen.map(({ name }) => name)))
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
    if (!screen.isOneView) await loadWhatIsBelow(page)
    await page.screenshot({
      path: join(folder, `${screen.name}-${width}.png`),
      fullPage: !screen.isOneView,
    })
  } catch (error) {
    throw new Error(`${screen.name} at ${width}: ${(error as Error).message}`)
  } finally {
    await context.close()
  }
}

/** Pictures and lists that load when they come near. */
async function loadWhatIsBelow(page: Awaited<ReturnType<Browser['newPage']>>) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' })
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    scrollTo({ top: 0, behavior: 'instant' })
  })
  await page.waitForLoadState('networkidle')
}

async function photograph(browser: Browser, from: string, to: string) {
  const page = await browser.newPage({ viewport: { width: 1240, height: 800 } })
  await page.goto(pathToFileURL(join(folder, from)).href)
  await page.screenshot({ path: join(folder, to), fullPage: true })
  await page.close()
}
