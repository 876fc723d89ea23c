import type { Page } from '@playwright/test'
import { holdClock } from './support/clock.ts'
import { expectInOrder, expectLink } from './support/reading.ts'
import { expect, expectAccessible, openHydrated, test } from './support/test.ts'

test('home has all sections, in their order', async ({ page }) => {
  await page.goto('/')
  await expectInOrder(page, [
    'Smart Talent. Global Reach.',
    'Hire with Us',
    'Join our Talent',
    '10+ Working Experience',
    '1660 + Talents Outsourced',
    'WHO WE ARE',
    "Shaping Africa's Digital Workforce",
    "Bridging global businesses with Africa's talent",
    'Discover more about our mission',
    '10+ Years Experience',
    '2000+ Talents Trained',
    '50+ Partner Companies',
    '83% Cost Reduction Rate',
    'BootCamp Training',
    'Talent Outsourcing',
    'Back-Office Operations',
    'Why choose',
    'How It Works',
    'For Talents',
    'For Business',
    'Start Your Journey',
    'Trusted global partners working together with the company every day',
  ])
  await expectLink(page, 'Hire with Us', '/contact?inquiry=hiring')
  await expectLink(page, 'Join our Talent', '/cohort-application')
  await expectLink(page, 'Discover more about our mission', '/who-we-are')
  await expectLink(page, 'Learn More', '/services')
  await expectLink(page, 'Start Your Journey', '/cohort-application')
})

test('what is below the first screen is laid out before anybody scrolls', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'How It Works' })).not.toBeInViewport()
  await expect(page.locator('[data-lazy-section]')).toHaveCount(0)
})

test('the world map is drawn, with the lines from Kigali', async ({ page }) => {
  const map = page.waitForResponse(/world-map.*\.svg$/)
  await page.goto('/')
  expect((await map).status()).toBe(200)
  const drawing = page.getByRole('img', { name: /lines lead from Kigali/ })
  const parts = drawing.locator('use')
  await expect(parts.first()).toBeAttached()
  const narrowest = () =>
    parts.evaluateAll((uses) =>
      Math.min(...uses.map((use) => (use as SVGUseElement).getBBox().width)),
    )
  await expect.poll(narrowest).toBeGreaterThan(0)
})

test('what beats is no part of a drawing, all of which would be drawn for each frame', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const beating = await page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => effect as KeyframeEffect)
      .filter((effect) => effect.getTiming().iterations === Infinity)
      .map(({ target }) => target instanceof SVGElement),
  )
  expect(beating).toEqual([false])
})

test('carousels below the screen are there before they are scrolled to, for who looks at the whole page', async ({
  page,
}) => {
  await page.goto('/')
  for (const name of ['Testimonials', 'Our partners']) {
    const row = page.getByRole('region', { name, exact: true }).locator('[data-at]')
    await expect
      .poll(() => row.evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true })))
      .toBe(true)
  }
})

test('the play button opens the video full-screen, and gets the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  const play = page.getByRole('button', { name: 'Play video' })
  await expect(page.getByRole('dialog')).toBeHidden()
  await play.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const size = await dialog.evaluate((box: HTMLElement) => [box.offsetWidth, box.offsetHeight])
  expect(size).toEqual([1280, 800])
  await expect
    .poll(() => dialog.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close video' }).click()
  await expect(dialog).toBeHidden()
  await expect(play).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // The event that pauses it comes after the dialog is hidden.
  await expect
    .poll(() => page.locator('video').evaluate((one: HTMLVideoElement) => one.paused))
    .toBe(true)
})

test('how it works shows talents first, and business on request', async ({ page }) => {
  await page.goto('/')
  const steps = page.getByRole('tabpanel').getByRole('listitem')
  await expect(steps).toContainText(['Sign up', 'Get trained and certified', 'Connect'])
  await page.getByRole('tab', { name: 'For Business' }).click()
  await expect(steps).toContainText(['Share', 'Review vetted candidates', 'Onboard and scale'])
  await expect(
    page.getByRole('tabpanel').getByRole('link', { name: 'Hire with Us' }),
  ).toHaveAttribute('href', '/contact?inquiry=hiring')
  await page.getByRole('tab', { name: 'For Business' }).press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'For Talents' })).toBeFocused()
  await expect(steps.first()).toContainText('Sign up')
})

test.describe('the partners', () => {
  const at = (page: Page) => page.getByRole('region', { name: 'Our partners' }).locator('[data-at]')

  /** Opens the page with a moving strip, then pauses the clock. */
  async function openMoving(page: Page) {
    await page.clock.install()
    await page.goto('/')
    await at(page).scrollIntoViewIfNeeded()
    await expect(at(page)).not.toHaveAttribute('data-at', '0')
    await holdClock(page)
  }

  test.describe('with motion', () => {
    test.use({ reducedMotion: 'no-preference' })

    test('advance every three seconds, loop, and jump to a dot', async ({ page }) => {
      await openMoving(page)
      await expect(at(page).locator('li:not([aria-hidden])')).toHaveCount(5)
      await page.getByRole('button', { name: 'Show Kivu Cloud first' }).click()
      await expect(at(page)).toHaveAttribute('data-at', '3')
      for (const place of [4, 0]) {
        await page.clock.runFor(3000)
        await expect(at(page)).toHaveAttribute('data-at', String(place))
      }
      // The jump from the end of the row back to its beginning must not add another three seconds.
      await page.clock.runFor(1000)
      await expect.poll(() => at(page).evaluate((row) => row.scrollLeft)).toBe(0)
      await page.clock.runFor(2000)
      await expect(at(page)).toHaveAttribute('data-at', '1')
    })

    test('can be paused', async ({ page }) => {
      await openMoving(page)
      await page.getByRole('button', { name: 'Hold the logos still' }).click()
      const place = await at(page).getAttribute('data-at')
      await page.clock.runFor(9000)
      await expect(at(page)).toHaveAttribute('data-at', place ?? '')
    })
  })

  test('do not start by themselves with reduced motion', async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    await at(page).scrollIntoViewIfNeeded()
    await expect(page.getByRole('button', { name: 'Let the logos move' })).toBeVisible()
    await holdClock(page)
    await page.clock.runFor(9000)
    await expect(at(page)).toHaveAttribute('data-at', '0')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('tabs are links, and the video opens and closes', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('tab', { name: 'For Business' }).click()
    await expect(page.getByText('Review vetted candidates')).toBeVisible()
    await page.getByRole('button', { name: 'Play video' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('video')).toBeVisible()
    await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
    await page.getByRole('button', { name: 'Close video' }).click()
    await expect(dialog).toBeHidden()
  })
})

test('a link opens its page with a smooth scroll to the top', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openHydrated(page, '/services')
  await page.evaluate(() => scrollTo(0, 1500))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500)
  await page.evaluate(() => {
    const stops: number[] = []
    Object.assign(window, { stops })
    addEventListener('scroll', () => stops.push(scrollY))
  })
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'News & Insights' })
    .click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  const stops = await page.evaluate(() => (window as unknown as { stops: number[] }).stops)
  expect(stops.filter((y) => y > 0 && y < 1500)).not.toEqual([])
})
