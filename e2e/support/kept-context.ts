import type { Browser, BrowserContext, PlaywrightTestOptions } from '@playwright/test'

/** The options by which tests differ. One that is missing here would be that of an earlier test. */
export type VariedOptions = Pick<
  PlaywrightTestOptions,
  | 'colorScheme'
  | 'deviceScaleFactor'
  | 'extraHTTPHeaders'
  | 'forcedColors'
  | 'hasTouch'
  | 'isMobile'
  | 'javaScriptEnabled'
  | 'locale'
  | 'permissions'
  | 'reducedMotion'
  | 'storageState'
  | 'timezoneId'
  | 'userAgent'
  | 'viewport'
>

type Kept = {
  options: string
  context: BrowserContext
  /** Whether a test has changed what `clean` can't undo. */
  isSpent: boolean
  clean(): Promise<void>
}

/**
 * Lends a browser context to one test after another, as long as they have the same options. A page of it that stays open keeps
 * the process that all its pages run in, which takes a quarter of a page's time to start: `--process-per-site`. A test
 * gets pages of its own, and neither finds storage, cookies nor a cache.
 */
export function createContextKeeper(browser: Browser, siteUrl: string) {
  let kept: Kept | undefined

  async function lend(varied: VariedOptions) {
    const options = JSON.stringify(varied)
    if (!kept || kept.isSpent || kept.options !== options) {
      await kept?.context.close()
      kept = await open(browser, siteUrl, options)
    }
    return kept.context
  }

  return { lend, takeBack: () => kept?.clean(), end: () => kept?.context.close() }
}

async function open(browser: Browser, siteUrl: string, options: string): Promise<Kept> {
  const context = await browser.newContext()
  const keeper = await context.newPage()
  // Any small file of the site, which has no scripts.
  await keeper.goto(`${siteUrl}/robots.txt`)
  const devtools = await context.newCDPSession(keeper)
  const kept: Kept = {
    options,
    context,
    isSpent: false,
    async clean() {
      const others = context.pages().filter((page) => page !== keeper)
      await Promise.all(others.map((page) => page.close()))
      if (kept.isSpent) return
      await context.setOffline(false)
      await context.clearCookies()
      await devtools.send('Storage.clearDataForOrigin', { origin: siteUrl, storageTypes: 'all' })
      // Otherwise what the process has of the files remains.
      for (const cacheDisabled of [true, false]) {
        await devtools.send('Network.setCacheDisabled', { cacheDisabled })
      }
      await devtools.send('Network.clearBrowserCache')
    },
  }
  const spend = () => {
    kept.isSpent = true
  }
  keeper.on('close', spend)
  keeper.on('crash', spend)
  spendBy(context.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'], spend)
  spendBy(
    context,
    ['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'on', 'route'],
    spend,
  )
  return kept
}

/** Has some methods of an object call `spend` first. */
function spendBy<Subject extends object>(
  subject: Subject,
  methods: (keyof Subject)[],
  spend: () => void,
) {
  for (const method of methods) {
    const original = subject[method]
    if (typeof original !== 'function') throw new Error(`${String(method)} is no method`)
    const spending = (...args: unknown[]) => {
      spend()
      return original.apply(subject, args)
    }
    Object.defineProperty(subject, method, { value: spending })
  }
}
