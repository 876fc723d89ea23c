import { type Browser, chromium, type Page } from '@playwright/test'
import { getChromium } from '../scripts/chromium.mjs'
import { median } from './measure.ts'
import { expect } from './person.ts'
import type { Server } from './servers.ts'
import { atMost, shown, table } from './table.ts'

/** A slow line: 400 kbit/s, and 400 ms until an answer begins. */
const slow = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
}
const rounds = 3
const seenMax = 2
/** At once, where nothing has to come but the page's own script; two seconds for a document or another small script. */
const secondsMax = { nothing: 0.2, little: 2, React: 4 }
const article = '/insights/why-kigali-an-honest-answer'

type Press = {
  path: string
  /** The name of a button, unless another role is given. */
  name: string | RegExp
  role?: 'link' | 'tab'
  done: (page: Page) => ReturnType<Page['locator']>
  before?: (page: Page) => Promise<void>
  /** What has to come before it is done. */
  needs: keyof typeof secondsMax
}

const footer = (page: Page) => page.getByRole('contentinfo')

async function fillMessage(page: Page) {
  const main = page.getByRole('main')
  await main.getByLabel('Full name').fill('Katharina Vogel')
  await main.getByLabel('Email').fill(`${crypto.randomUUID()}@example.rw`)
  await main.getByLabel('Phone').fill('+49 30 1234567')
  await main.getByLabel('Subject').fill('Developers')
  await main
    .getByRole('textbox', { name: 'Message' })
    .fill(`We are looking for two: ${crypto.randomUUID()}`)
}

const presses: Record<string, Press> = {
  'the menu': {
    path: '/',
    name: 'Open menu',
    needs: 'nothing',
    done: (page) => page.getByRole('banner').getByRole('link', { name: 'Who we are' }),
  },
  'a tab': {
    path: '/',
    name: 'For Business',
    role: 'tab',
    needs: 'nothing',
    done: (page) => page.getByText('Review vetted candidates'),
  },
  'the film': {
    path: '/',
    name: 'Play video',
    needs: 'little',
    done: (page) => page.getByRole('dialog'),
  },
  'a filter': {
    path: '/insights',
    name: 'Industry News',
    role: 'link',
    needs: 'little',
    done: (page) => page.locator('[aria-current=page]', { hasText: 'Industry News' }),
  },
  'more articles': {
    path: '/insights',
    name: 'Load More Articles',
    role: 'link',
    needs: 'little',
    done: (page) => page.locator('#more'),
  },
  'an answer to a comment': {
    path: article,
    name: /^Reply/,
    needs: 'little',
    done: (page) => page.getByRole('form', { name: /^Reply to/ }),
  },
  sharing: {
    path: article,
    name: 'Share',
    needs: 'little',
    done: (page) => page.getByRole('dialog'),
  },
  'the newsletter, stored': {
    path: '/services',
    name: 'Subscribe',
    needs: 'little',
    before: (page) =>
      footer(page).getByLabel('Email for the newsletter').fill(`${crypto.randomUUID()}@example.rw`),
    done: (page) => footer(page).getByRole('button', { name: 'Subscribed' }),
  },
  'the errors of a message': {
    path: '/contact',
    name: /^Send/,
    needs: 'nothing',
    // Before React comes, the style sheet shows them.
    done: (page) => page.locator('[data-missing]:has(:user-invalid), [aria-invalid]'),
  },
  'the form of a testimonial': {
    path: '/',
    name: 'Share your experience',
    role: 'link',
    needs: 'little',
    done: (page) => page.getByLabel('Your testimonial'),
  },
  'a message, stored': {
    path: '/contact',
    name: /^Send/,
    needs: 'React',
    before: fillMessage,
    done: (page) => page.locator('textarea:invalid'),
  },
  'Continue, without a choice': {
    path: '/cohort-application',
    name: 'Continue',
    needs: 'little',
    done: (page) => page.getByRole('main').getByText('Please select a cohort'),
  },
  'a cohort': {
    path: '/cohort-application',
    name: /^Select/,
    needs: 'little',
    done: (page) => page.getByRole('heading', { name: 'Choose Your Tech Stack' }),
  },
}

/** Measures how long a press takes on a slow line, as soon as the page shows what is pressed. */
export async function measurePresses(product: Server): Promise<string> {
  const browser = await chromium.launch({
    executablePath: await getChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const rows: string[][] = []
  try {
    for (const [name, press] of Object.entries(presses)) {
      const times: Awaited<ReturnType<typeof measure>>[] = []
      for (let round = 0; round < rounds; round += 1) {
        times.push(await measure(browser, product.url, press))
      }
      const seen = median(times.map((time) => time.seen))
      const done = median(times.map((time) => time.done))
      const goal = atMost(done, secondsMax[press.needs])
      rows.push([name, shown(seen), atMost(seen, seenMax), shown(done), goal])
    }
  } finally {
    await browser.close()
  }
  return [
    `Presses of a first visit on a phone, at 400 kbit/s and 400 ms, ${rounds} each, medians`,
    table(['pressed, in s', 'seen after', 'goal', 'done after the press', 'goal'], rows),
  ].join('\n\n')
}

async function measure(browser: Browser, url: string, press: Press) {
  const { path, name, role = 'button', before, done } = press
  const viewport = { width: 360, height: 800 }
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow)
    const startedAt = performance.now()
    await page.goto(url + path, { waitUntil: 'commit' })
    const control = page.getByRole(role, { name }).first()
    await expect(control).toBeVisible()
    // Nobody presses what is not painted yet.
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    )
    const seenAt = performance.now()
    await before?.(page)
    // What is scrolled to is laid out only then, and moves what is below it: nobody presses while it moves.
    await control.hover({ trial: true })
    const pressedAt = performance.now()
    // What looks disabled says what is missing.
    await control.click({ force: true })
    await done(page).first().waitFor()
    const seconds = (from: number, to: number) => (to - from) / 1000
    return { seen: seconds(startedAt, seenAt), done: seconds(pressedAt, performance.now()) }
  } finally {
    await page.close()
  }
}
