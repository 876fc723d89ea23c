import type { Page, Request } from '@playwright/test'
import { keepBack, openWithoutScripts } from './support/kept-back.ts'
import { expectInOrder, expectLink } from './support/reading.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  looks,
  openHydrated,
  test,
} from './support/test.ts'

const pages = [
  { path: '/', heading: 'Smart Talent. Global Reach.' },
  { path: '/?for=business', heading: 'Smart Talent. Global Reach.' },
  { path: '/who-we-are', heading: 'Who We are?' },
  { path: '/why-rwanda', heading: 'Why Rwanda' },
  { path: '/services', heading: 'Services' },
  { path: '/services?for=talents', heading: 'Services' },
]

for (const { width, colorScheme } of looks) {
  test(`every page of the company is accessible at ${width} pixels, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
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

test('who we are shows the story, the milestones and the team', async ({ page }) => {
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
  await expectLink(page, 'Book Consultation', '/contact')
})

test.describe('when the connection fails', () => {
  test.use({ expectedErrors: /team|nowhere/ })
  const team = /\/api\/website\/team-members\//

  /** Navigates from another page, so that the browser requests the team. */
  async function openWhoWeAre(page: Page) {
    await openHydrated(page, '/why-rwanda')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Who we are' }).click()
  }

  test('the team can be loaded again', async ({ page }) => {
    await page.route(team, (route) => route.abort())
    await openWhoWeAre(page)
    await expect(page.getByText('Our team could not be loaded.')).toHaveRole('status')
    const again = page.getByRole('button', { name: 'Try again' })
    await again.click()
    await expect(again).toBeEnabled()
    await expect(again).toBeFocused()
    await page.unroute(team)
    const respond = await keepBack(page, team)
    await again.click()
    await expect(page.getByRole('button', { name: 'Trying again...' })).toBeFocused()
    respond()
    await expect(page.getByRole('heading', { name: 'Claudine Mukamana' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'The people you will meet' })).toBeFocused()
  })

  test('a portrait that cannot be loaded shows a message over the initials', async ({ page }) => {
    await page.route(team, async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      body.results[0].profile_picture = '/nowhere.webp'
      await route.fulfill({ response, json: body })
    })
    await openWhoWeAre(page)
    await page.getByRole('heading', { name: 'Claudine Mukamana' }).scrollIntoViewIfNeeded()
    await expect(page.getByText('Image unavailable')).toBeVisible()
    await expect(page.getByText('CM', { exact: true })).toBeVisible()
    await expectAccessible(page)
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
  await expectLink(page, 'Reach Out to Us', '/contact')
})

test('services show employers first, and the URL contains the tab', async ({ page }) => {
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
  await expectLink(page, 'Hire Our Talents', '/contact?inquiry=hiring')
  await expectLink(page, 'Hire with Us', '/contact?inquiry=hiring')
  await expectLink(page, 'Talk to Us', '/contact')
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
  await expectLink(page, 'Register On Platform', '/register')
  await expectLink(page, 'Apply for training', '/cohort-application')
}

test('the link to the services shows their first tab, whichever was selected before', async ({
  page,
}) => {
  await openHydrated(page, '/services')
  await page.getByRole('tab', { name: 'For Talents' }).click()
  await expectTalents(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Services', exact: true }).click()
  await expect(page).toHaveURL(/\/services$/)
  await expect(page.getByRole('tab', { name: 'For Employers' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByRole('tabpanel', { name: 'For Employers' })).toBeVisible()
})

test('who types while another page loads stays, on the tab that was selected', async ({ page }) => {
  await openHydrated(page, '/services')
  await page.getByRole('tab', { name: 'For Talents' }).click()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/website/team-members/?**', async (route) => {
    await held
    await route.abort()
  })
  const asked = page.waitForRequest('**/api/website/team-members/?**')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Who we are' }).click()
  await asked
  await page.getByRole('contentinfo').getByLabel('Email for the newsletter').pressSequentially('a')
  await expect(page).toHaveURL(/\/services\?for=talents$/)
  await expectTalents(page)
  release()
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: /Failed to load resource|Failed to fetch/ })

  test('a tab is selected before React has come', async ({ page }) => {
    await openWithoutScripts(page, '/services')
    await page.context().setOffline(true)
    await page.getByRole('tab', { name: 'For Talents' }).click()
    await expect(page.getByRole('tabpanel', { name: 'For Talents' })).toBeVisible()
    await expect(page).toHaveURL('/services?for=talents')
    await expect(page.locator('html')).not.toHaveAttribute('data-held')
    await page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-held', '')
  })

  test('who types while another page is waited for keeps what they type', async ({ page }) => {
    await openHydrated(page, '/services')
    await page.route('**/healthz', (route) => route.abort())
    await page.route('**/assets/client-*.js', (route) => route.abort())
    const isOfClient = (one: Request) => /\/assets\/client-.+[.]js$/.test(one.url())
    const footer = page.getByRole('contentinfo')
    const lost = page.waitForEvent('requestfailed', isOfClient)
    await footer.getByRole('link', { name: 'Who we are' }).click()
    await lost
    const lostAgain = page.waitForEvent('requestfailed', isOfClient)
    const field = footer.getByLabel('Email for the newsletter')
    await field.pressSequentially('a')
    await lostAgain
    await page.evaluate(() => fetch('/robots.txt'))
    await expect(page).toHaveURL('/services')
    await expect(field).toHaveValue('a')
  })

  test('who types while another page is waited for is promised it only at the next press', async ({
    page,
  }) => {
    await openHydrated(page, '/why-rwanda')
    await page.route('**/*', (route) => route.abort())
    const footer = page.getByRole('contentinfo')
    const link = footer.getByRole('link', { name: 'Services', exact: true })
    const promise = page.getByText('It will open once you are connected again.')
    await link.click()
    await expect(promise).toBeVisible()
    await footer.getByLabel('Email for the newsletter').pressSequentially('a')
    await expect(promise).toBeHidden()
    await link.click()
    await expect(promise).toBeVisible()
    await page.unroute('**/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page).toHaveURL('/services')
    await expect(promise).toBeHidden()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the tabs of the services are links', async ({ page }) => {
    await page.goto('/services')
    await page.getByRole('tab', { name: 'For Talents' }).click()
    await expectTalents(page)
  })
})

test('the header underlines the entry of the current page', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const lineUnder = () =>
    page
      .getByRole('button', { name: 'Our story' })
      .evaluate((button) => getComputedStyle(button, '::after').scale)
  await page.goto('/services')
  expect(await lineUnder()).toBe('0 1')
  await page.goto('/why-rwanda')
  expect(await lineUnder()).toBe('1')
  await page.getByRole('button', { name: 'Our story' }).click()
  await expect(page.getByRole('link', { name: 'Why Rwanda' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})
