import type { Page } from '@playwright/test'

/**
 * Stops the page's clock: time passes only by `page.clock.runFor`, however busy the machine is.
 * @param time when it stops; now unless given
 */
export async function stopClock(page: Page, time = new Date()) {
  await page.clock.install({ time })
  await page.clock.pauseAt(new Date(time.getTime() + 1000))
}

/**
 * Stops the clock of a page that has loaded with `page.clock.install()`: scripts that come later need time to pass.
 * What was due meanwhile happens once, so a test sets the state that it counts from.
 */
export async function holdClock(page: Page) {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 60_000)
}
