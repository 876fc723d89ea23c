import type { Page } from '@playwright/test'
import { openDashboard } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { expect, hydrate, openHydrated, test } from './support/test.ts'
import { hide } from './support/visits.ts'

const article = '/insights/why-kigali-an-honest-answer'

const openFromMenu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()

const skip = (page: Page) => page.getByRole('link', { name: 'Skip to content' }).press('Enter')

/** Goes on by entries of the history, which may load a page or not. */
const go = (page: Page, by: number) =>
  page.evaluate((steps) => void setTimeout(() => history.go(steps)), by)

async function scrollFromTop(page: Page, y: number) {
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y)
  await expectScroll(page, y)
}

const expectScroll = (page: Page, y: number) =>
  expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(y)

test('Back and Forward show their pages where they were left, also after a reload', async ({
  page,
}) => {
  await openHydrated(page, article)
  await scrollFromTop(page, 900)
  await openFromMenu(page, 'Services')
  await expect(page).toHaveTitle(/^Services/)
  await scrollFromTop(page, 500)

  await page.reload()
  await expectScroll(page, 500)
  await page.goBack()
  await expect(page).toHaveTitle(/^Why Kigali/)
  await expectScroll(page, 900)
  await scrollFromTop(page, 400)

  await page.reload()
  await expectScroll(page, 400)
  await page.goForward()
  await expect(page).toHaveTitle(/^Services/)
  await expectScroll(page, 500)
  await scrollFromTop(page, 600)

  await page.goto('/privacy')
  await page.goBack()
  await expectScroll(page, 600)
  await page.goBack()
  await expect(page).toHaveTitle(/^Why Kigali/)
  await expectScroll(page, 400)
  await hydrate(page)
  await expectScroll(page, 400)
  await page.goForward()
  await expect(page).toHaveTitle(/^Services/)
  await expectScroll(page, 600)
})

test('a link within a page that was loaded anew leads there, and Back from it', async ({
  page,
}) => {
  await openHydrated(page, article)
  await openFromMenu(page, 'Services')
  await expect(page).toHaveTitle(/^Services/)
  await page.reload()
  await page.evaluate(() => {
    document.documentElement.dataset.left = ''
  })
  await skip(page)
  await expect(page).toHaveURL(/#content$/)
  await page.goBack()
  await expect(page).toHaveURL(/services$/)
  await expect(page.locator('html')).toHaveAttribute('data-left')
})

test('Back from a link within a page is not led to another scroll position by a reload', async ({
  page,
}) => {
  await openHydrated(page, article)
  await openFromMenu(page, 'Services')
  await expect(page).toHaveTitle(/^Services/)
  await scrollFromTop(page, 300)
  await page.reload()
  await scrollFromTop(page, 500)
  await skip(page)
  await scrollFromTop(page, 900)
  await page.reload()
  await expectScroll(page, 900)
  await go(page, -1)
  await expect(page).toHaveURL(/services$/)
  await expectScroll(page, 500)
  await go(page, -1)
  await expect(page).toHaveTitle(/^Why Kigali/)
})

test('two entries back, over a link within a page that was asleep, is the page of the address', async ({
  page,
}) => {
  await page.goto(article)
  await skip(page)
  await hydrate(page)
  await openFromMenu(page, 'Services')
  await expect(page).toHaveTitle(/^Services/)
  await page.reload()
  await go(page, -2)
  await expect(page).toHaveURL(/answer$/)
  await expect(page).toHaveTitle(/^Why Kigali/)
})

test('Back shows the page of an entry that led within it, after a reload of the page behind', async ({
  page,
}) => {
  await openHydrated(page, article)
  await page.locator('a[href="#comments"]').click()
  await expect(page).toHaveURL(/#comments$/)
  await openFromMenu(page, 'Services')
  await expect(page).toHaveTitle(/^Services/)
  await page.reload()
  await page.goBack()
  await expect(page).toHaveURL(/#comments$/)
  await expect(page).toHaveTitle(/^Why Kigali/)
  await expect(page.locator('#comments')).toBeInViewport()
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${article}$`))
  await expect(page).toHaveTitle(/^Why Kigali/)
})

test('a hidden tab that the browser drops is shown where it was, and so is Back from it', async ({
  page,
}) => {
  // Which is told nothing.
  await page.addInitScript(() =>
    addEventListener('pagehide', (event) => {
      const isDropped = document.documentElement.dataset.dropped !== undefined
      if (event.isTrusted && isDropped) event.stopImmediatePropagation()
    }),
  )
  await openHydrated(page, article)
  await scrollFromTop(page, 900)
  await openFromMenu(page, 'Services')
  await expect(page).toHaveTitle(/^Services/)
  await scrollFromTop(page, 200)
  await hide(page)
  await hide(page, false)
  await scrollFromTop(page, 500)
  await hide(page)
  await page.evaluate(() => {
    document.documentElement.dataset.dropped = ''
  })
  await page.reload()
  await expectScroll(page, 500)
  await go(page, -1)
  await expect(page).toHaveTitle(/^Why Kigali/)
  await expectScroll(page, 900)
})

test('a page that Back opens after a reload is counted once', async ({ page }) => {
  // Playwright sees no requests of a page that is being left.
  await page.addInitScript(() => {
    const send = window.fetch
    window.fetch = (address, init) => {
      const { events = [], path } = /visits/.test(`${address}`) ? JSON.parse(`${init?.body}`) : {}
      for (const { name } of events)
        if (name === 'page_view') sessionStorage.views = `${sessionStorage.views ?? ''} ${path}`
      return send(address, init)
    }
  })
  await openHydrated(page, article)
  await openFromMenu(page, 'Services')
  await expect(page).toHaveTitle(/^Services/)
  await page.reload()
  await page.goBack()
  await expect(page).toHaveTitle(/^Why Kigali/)
  await page.goto('/terms')
  expect(await page.evaluate(() => sessionStorage.views)).toBe(
    ` ${article} /services /services ${article}`,
  )
})

for (const [from, to, open] of [
  ['Applications', 'Talents', (page: Page) => openDashboard(page, '/dashboard/applications')],
  ['Sign in', 'Services', (page: Page) => openHydrated(page, '/login')],
] as const) {
  test(`Back to ${from} before any script of a reloaded page has come`, async ({ page }) => {
    await open(page)
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })
    await expect(heading(from)).toBeVisible()
    await page.getByRole('link', { name: to, exact: true }).first().click()
    await expect(heading(to)).toBeVisible()
    const release = await keepBack(page, /\/assets\/.+[.]js/)
    await page.reload({ waitUntil: 'commit' })
    await expect(page.locator('[data-scripts]')).toBeAttached()
    await go(page, -1)
    await expect(page).not.toHaveURL(new RegExp(`${to.toLowerCase()}$`))
    release()
    await expect(heading(from)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-hydrated')
    await expect(page).toHaveTitle(new RegExp(`^${from}`))
    await expect(page.getByRole('link', { name: 'Skip to content' })).toHaveCount(1)
  })
}
