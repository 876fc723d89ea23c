import { chromium, type Page } from '@playwright/test'
import { publicPaths } from './support/crawl.ts'
import {
  answersLink,
  cancelLink,
  confirmLink,
  eraseLink,
  unsubscribeLink,
} from './support/email-links.ts'
import { dayIn, prepareInterviews } from './support/interviews.ts'
import type { TestServer } from './support/server.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, hydrate, test } from './support/test.ts'

test.use({ changesForGood: 'interviews' })

/** Opens a page of a Chromium that keeps pages for going back: neither the one without windows does, nor Playwright's. */
const withCache = test.extend<{ kept: Page }>({
  kept: async ({ baseURL }, use) => {
    const browser = await chromium.launch({
      executablePath: process.env.WINDOWED_CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    await use(await browser.newPage({ baseURL }))
    await browser.close()
  },
})

/** An address of every public page that the browser may keep, which leaves out pages that aren't there. */
async function addressesOf(site: TestServer) {
  const { staff, ids, makeTimes, linkOf } = await prepareInterviews(site, 'To go back', ['Noëlla'])
  await makeTimes([dayIn(9)])
  await staff.call('POST', '/admin/interviews/invite/', { application_ids: ids })
  const admin = await signInAsAdmin(site.url)
  const statistics = await admin.call('POST', '/admin/statistics-links/', {
    name: 'The board',
    sections: ['visits'],
    from: dayIn(-30),
    to: dayIn(-1),
    ends_on: dayIn(30),
  })
  const examples: Record<string, string> = {
    '/insights/:slug': '/insights/why-kigali-an-honest-answer',
    '/events/:id': '/events/1',
    '/events/cancel': await cancelLink(site),
    '/newsletter/confirm': await confirmLink(site),
    '/newsletter/unsubscribe': await unsubscribeLink(site),
    '/my-data/link': await eraseLink(site),
    '/comments/answers': await answersLink(site),
    '/interview': await linkOf(ids[0] ?? 0),
    '/statistics/:token': statistics.url,
    '/certificate': '/certificate?email=divine.ingabire@example.rw',
  }
  const further = ['/insights?page=2', '/cohort-application?cohort=1']
  return [...publicPaths, ...further]
    .filter((path) => !/\.ics$|^\/\*$/.test(path))
    .map((path) => examples[path] ?? path)
}

/** Leaves a page for another one as a link does, and goes back. @returns whether it was kept, or why not */
async function goAndComeBack(page: Page) {
  const next = page.url().endsWith('/terms') ? '/privacy' : '/terms'
  await page.evaluate((href) => {
    const root = document.documentElement
    addEventListener('pageshow', ({ persisted }) => root.toggleAttribute('data-back', persisted))
    location.href = href
  }, next)
  await page.waitForURL(next)
  const left = page.url()
  // An answer that is waited for may be lost with the page.
  await page.evaluate(() => void setTimeout(() => history.back()))
  await expect.poll(() => page.evaluate(() => location.href).catch(() => left)).not.toBe(left)
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    const { notRestoredReasons } = navigation as {
      notRestoredReasons?: unknown
    } & typeof navigation
    const isKept = document.documentElement.hasAttribute('data-back')
    return isKept || JSON.stringify(notRestoredReasons ?? 'no reason')
  })
}

const triesMax = 3

/** Opens a page, leaves it and goes back: again where the browser, for reasons of its own, has not kept it. */
async function isKeptOf(page: Page, open: () => Promise<unknown>) {
  for (let tries = 1; ; tries += 1) {
    await open()
    const isKept = await goAndComeBack(page)
    if (isKept === true || tries === triesMax) return isKept
  }
}

withCache('Back shows every public page as it was left', async ({ kept, site }) => {
  test.slow()
  const loadedAgain: unknown[] = []
  for (const address of await addressesOf(site)) {
    const isKept = await isKeptOf(kept, () => kept.goto(address))
    if (isKept !== true) loadedAgain.push([address, isKept])
  }
  expect(loadedAgain).toEqual([])
})

withCache('Back shows hydrated pages as they were left', async ({ kept }) => {
  for (const path of ['/', '/contact', '/insights/why-kigali-an-honest-answer']) {
    const isKept = await isKeptOf(kept, async () => {
      await kept.goto(path)
      await hydrate(kept)
    })
    expect([path, isKept]).toEqual([path, true])
    await expect(kept.locator('html')).toHaveAttribute('data-hydrated')
  }
})
