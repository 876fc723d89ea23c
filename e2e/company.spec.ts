import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

const pages = [
  { path: '/', heading: 'Smart Talent. Global Reach.' },
  { path: '/?for=business', heading: 'Smart Talent. Global Reach.' },
  { path: '/who-we-are', heading: 'Who We are?' },
  { path: '/why-rwanda', heading: 'Why Rwanda' },
  { path: '/services', heading: 'Services' },
  { path: '/services?for=talents', heading: 'Services' },
]

const looks = [
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const

for (const { width, colorScheme } of looks) {
  test(`every page of the company is accessible at ${width} pixels, ${colorScheme}`, async ({
    page,
  }) => {
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    for (const { path, heading } of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  })
}

/** Holds that these texts stand on the page in this order. */
async function expectInOrder(page: Page, texts: string[]) {
  // biome-ignore lint/performance/useDomNodeTextContent: the hidden panels don't count
  const content = (await page.getByRole('main').innerText()).replace(/\s+/g, ' ').toLowerCase()
  let from = 0
  for (const text of texts) {
    const at = content.indexOf(text.toLowerCase(), from)
    expect(at, `'${text}' after what comes before it`).toBeGreaterThanOrEqual(from)
    from = at + text.length
  }
}

const leads = async (page: Page, name: string, to: string) =>
  expect(page.getByRole('main').getByRole('link', { name, exact: true }).first()).toHaveAttribute(
    'href',
    to,
  )

test('home tells everything, in its order', async ({ page }) => {
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
  await leads(page, 'Hire with Us', '/contact?inquiry=hiring')
  await leads(page, 'Join our Talent', '/cohort-application')
  await leads(page, 'Discover more about our mission', '/who-we-are')
  await leads(page, 'Learn More', '/services')
  await leads(page, 'Start Your Journey', '/cohort-application')
})

test('the map of the world is drawn, with Kigali and the ways from it', async ({ page }) => {
  const map = page.waitForResponse(/world-map.*\.svg$/)
  await page.goto('/')
  expect((await map).status()).toBe(200)
  const drawing = page.getByRole('img', { name: /lines lead from Kigali/ })
  const parts = await drawing
    .locator('use')
    .evaluateAll((uses) => uses.map((use) => (use as SVGUseElement).getBBox().width))
  expect(Math.min(...parts)).toBeGreaterThan(0)
})

test('the play button opens the film over the whole screen, and gives the focus back', async ({
  page,
}) => {
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
  await expect(page.locator('video')).toHaveCount(0)
})

test('how it works is told to talents first, and to business on request', async ({ page }) => {
  await page.goto('/')
  const steps = page.getByRole('tabpanel').getByRole('listitem')
  await expect(steps).toContainText(['Sign up', 'Get trained and certified', 'Connect'])
  await page.getByRole('tab', { name: 'For Business' }).click()
  await expect(steps).toContainText(['Share', 'Review vetted candidates', 'Onboard and scale'])
  await expect(
    page.getByRole('tabpanel').getByRole('link', { name: 'Hire with Us' }),
  ).toHaveAttribute('href', '/contact?inquiry=hiring')
  // A click before the script is there loads the page anew, as a link does.
  await expect(async () => {
    await page.getByRole('tab', { name: 'For Business' }).press('ArrowLeft')
    await expect(page.getByRole('tab', { name: 'For Talents' })).toBeFocused({ timeout: 200 })
  }).toPass()
  await expect(steps.first()).toContainText('Sign up')
})

test.describe('the partners', () => {
  const at = (page: Page) => page.getByRole('region', { name: 'Our partners' }).locator('[data-at]')

  /** Lets the time pass, and the strip's script arrive. */
  const expectToAdvance = (page: Page) =>
    expect
      .poll(async () => {
        await page.clock.runFor(500)
        return at(page).getAttribute('data-at')
      })
      .toBe('1')

  test('advance every three seconds, wrap, and jump to a dot', async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    await expect(at(page).locator('li:not([aria-hidden])')).toHaveCount(5)
    await at(page).scrollIntoViewIfNeeded()
    await expectToAdvance(page)
    for (const place of [2, 3, 4, 0, 1]) {
      await page.clock.runFor(3000)
      await expect(at(page)).toHaveAttribute('data-at', String(place))
    }
    await page.getByRole('button', { name: 'Show Kivu Cloud first' }).click()
    await expect(at(page)).toHaveAttribute('data-at', '3')
  })

  test('hold still under the pointer, and when told to', async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    await at(page).scrollIntoViewIfNeeded()
    await expectToAdvance(page)
    await at(page).hover()
    await page.clock.runFor(9000)
    await expect(at(page)).toHaveAttribute('data-at', '1')
    await page.getByRole('button', { name: 'Hold the logos still' }).click()
    await page.mouse.move(0, 0)
    await page.clock.runFor(9000)
    await expect(at(page)).toHaveAttribute('data-at', '1')
  })

  test('do not start by themselves for who wants less motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.clock.install()
    await page.goto('/')
    await at(page).scrollIntoViewIfNeeded()
    await expect(page.getByRole('button', { name: 'Let the logos move' })).toBeVisible()
    await page.clock.runFor(9000)
    await expect(at(page)).toHaveAttribute('data-at', '0')
  })
})

test('who we are tells the story, the milestones and the people', async ({ page }) => {
  await page.goto('/who-we-are')
  await expectInOrder(page, [
    'Who We are?',
    '10+ Years Experience',
    '2000+ Students Trained',
    '50+ Students Trained',
    '83% Job Placement',
    'Our mission',
    'Our vision',
    'Quality and Reliability',
    'Customized Development',
    'Market Integration',
    'Chief Executive Officer',
    'The people you will meet',
    'Book Consultation',
  ])
  const members = page.getByRole('region', { name: 'The people you will meet' })
  await expect(members.getByRole('listitem')).toHaveCount(9)
  await expect(members.getByRole('link').first()).toHaveAttribute('href', /linkedin/)
  await leads(page, 'Book Consultation', '/contact')
})

test.describe('when the connection fails', () => {
  test.use({ expectedErrors: /team|nowhere/ })
  const team = /\/api\/website\/team-members\//

  /** From another page, so that the browser itself asks for the team. */
  async function openWhoWeAre(page: Page) {
    await page.goto('/why-rwanda')
    await page.waitForLoadState('networkidle')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Who we are' }).click()
  }

  test('the team can be asked for again', async ({ page }) => {
    await page.route(team, (route) => route.abort())
    await openWhoWeAre(page)
    await expect(page.getByText('Our team could not be loaded just now.')).toBeVisible()
    await page.unroute(team)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Claudine Mukamana' })).toBeVisible()
  })

  test('a portrait that cannot be had says so, over the initials', async ({ page }) => {
    await page.route(team, async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      body.results[0].profile_picture = '/nowhere.webp'
      await route.fulfill({ response: answer, json: body })
    })
    await openWhoWeAre(page)
    await page.getByRole('heading', { name: 'Claudine Mukamana' }).scrollIntoViewIfNeeded()
    await expect(page.getByText('Image unavailable')).toBeVisible()
    await expect(page.getByText('CM', { exact: true })).toBeVisible()
  })
})

test('why Rwanda has its six cards', async ({ page }) => {
  await page.goto('/why-rwanda')
  const cards = page.getByRole('region', { name: 'A small country' }).getByRole('heading', {
    level: 3,
  })
  await expect(cards).toHaveText([
    '7.5% Annual GDP growth',
    '7.5% Internet penetration',
    '73% Literacy rate',
    'Top 3 Ease of doing business',
    /^Vision 2050/,
    /^Operational excellence/,
  ])
  await expect(page.getByRole('heading', { name: 'Kigali, Rwanda' })).toBeVisible()
  await leads(page, 'Reach Out to Us', '/contact')
})

test('services are for employers first, and the tab stands in the address', async ({ page }) => {
  await page.goto('/services')
  await expectInOrder(page, [
    'Hire Our Talents',
    'Why choose',
    'Select Talents',
    'Interview Talents',
    'Onboard',
    'Hire with Us',
    'Back-Office Operations',
    'IT Services',
    'Infrastructure Solutions',
    'Time Management',
    'Team Management',
    'Expanding Across Borders?',
  ])
  await leads(page, 'Hire Our Talents', '/contact?inquiry=hiring')
  await leads(page, 'Hire with Us', '/contact?inquiry=hiring')
  await leads(page, 'Talk to Us', '/contact')
  await page.getByRole('tab', { name: 'For Talents' }).click()
  await expect(page).toHaveURL(/for=talents/)
  await expect(page.getByRole('tab', { name: 'For Talents' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expectTalents(page)
})

async function expectTalents(page: Page) {
  await expectInOrder(page, [
    'Register On Platform',
    'Choose Your Path',
    'Already Skilled?',
    'Need Training?',
    'RECOMMENDED',
    '3-month intensive training',
    'Industry certification',
    'Guaranteed job placement support',
    'Apply for training',
    'Why Join Our Platform?',
    'Global Reach',
    'Verified Opportunities',
    'Career Support',
  ])
  await leads(page, 'Register On Platform', '/register')
  await leads(page, 'Apply for training', '/cohort-application')
}

test('nothing on the way down the home page moves what one reads', async ({ page }) => {
  await page.goto('/')
  const shifted = await page.evaluate(async () => {
    type Shift = PerformanceEntry & { sources: { node: Node | null }[] }
    const nodes = new Set<Node | null>()
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as Shift[]) {
        for (const { node } of shift.sources) nodes.add(node)
      }
    }).observe({ type: 'layout-shift', buffered: true })
    for (let y = 0; y < document.body.scrollHeight; y += 300) {
      scrollTo({ top: y, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    const main = document.querySelector('main')
    return [...nodes].filter((node) => main?.contains(node)).map((node) => node?.nodeName)
  })
  expect(shifted).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('tabs are links, and the film opens and closes', async ({ page }) => {
    await page.goto('/services')
    await page.getByRole('tab', { name: 'For Talents' }).click()
    await expectTalents(page)
    await page.goto('/')
    await page.getByRole('tab', { name: 'For Business' }).click()
    await expect(page.getByText('Review vetted candidates')).toBeVisible()
    await page.getByRole('button', { name: 'Play video' }).click()
    await expect(page.getByRole('dialog').locator('video')).toBeVisible()
    await page.getByRole('button', { name: 'Close video' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})
