import type { Page } from '@playwright/test'
import { untilPainted } from './support/kept-back.ts'
import { serveMap } from './support/map.ts'
import { postsOf } from './support/posts.ts'
import { presses } from './support/presses.ts'
import { expect, test } from './support/test.ts'

test.use({ changesForGood: 'forms are sent' })

/** 400 kbit/s, and 400 ms until an answer begins. */
const slow = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
}

/** What is pressed on one page, one after the other: what covers others, or leaves them, comes last. */
const visits = [
  ['how it works', 'the next testimonial', 'the dot of a partner', 'the newsletter', 'the menu'],
  ['Our story'],
  ['sharing'],
  ['a cohort'],
  ['a message'],
  ['an application'],
]

async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow)
}

for (const width of [360, 1280]) {
  test.describe(`at ${width} pixels, on a slow line`, () => {
    test.use({ viewport: { width, height: 800 } })

    for (const names of visits) {
      const pressed = names
        .flatMap((name) => presses[name] ?? [])
        .filter(({ widths = [width] }) => widths.includes(width))
      const [first] = pressed
      if (!first) continue
      test(`presses on ${names.join(', ')} as soon as they are shown are done once`, async ({
        page,
      }) => {
        await serveMap(page)
        await slowDown(page)
        const sent = postsOf(page)
        await page.goto(first.path, { waitUntil: 'commit' })
        await untilPainted(page)
        for (const one of pressed) {
          await one.fill?.(page)
          // A menu that is open already would close.
          await one.pressed(page).click({ clickCount: one.sent ? 2 : 1 })
        }
        for (const one of pressed) await one.done(page)
        await expect(page.locator('html')).not.toHaveAttribute('data-held')
        for (const one of pressed) await one.done(page)
        const calls = pressed.flatMap((one) => one.sent ?? [])
        expect(sent).toEqual(calls.map((call) => expect.stringMatching(call)))
      })
    }
  })
}
