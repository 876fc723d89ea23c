import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { scrollPositionsItem } from '#client/page/scroll-positions.ts'
import { stopClock } from './support/clock.ts'
import { openDashboard } from './support/dashboard.ts'
import { furtherScripts } from './support/kept-back.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, openHydrated, test } from './support/test.ts'
import { hide, listenToVisits, pass, scrollTo } from './support/visits.ts'
import { chooseCohort, chooseTechStack, openWizard } from './support/wizard.ts'

const header = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'Main' })

test('a visit is reported page by page: views, clicks and scroll depth', async ({ page }) => {
  const visits = listenToVisits(page)
  await stopClock(page)
  await openHydrated(page, '/why-rwanda')
  expect(visits.events).toEqual([])
  await pass(page, 10)
  await expect.poll(() => visits.of('page_view')).toEqual(['/why-rwanda'])

  for (const share of [0.3, 0.1, 0.3, 0.6, 1, 0, 1]) await scrollTo(page, share)
  await header(page).getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveTitle(/Services/)
  await expect.poll(() => visits.of('scroll_depth')).toEqual([25, 50, 75, 90, 100])
  expect(visits.of('click')).toEqual(['Services'])

  // The automatic scroll to the top of the new page must not count.
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await pass(page, 10)
  await expect.poll(() => visits.of('page_view')).toEqual(['/why-rwanda', '/services'])
  for (const share of [0.1, 0.3]) await scrollTo(page, share)
  await page.goBack()
  await expect(page).toHaveTitle(/Why Rwanda/)
  await pass(page, 10)
  await expect
    .poll(() => visits.of('page_view'))
    .toEqual(['/why-rwanda', '/services', '/why-rwanda'])
  const again = visits.events.filter(({ path }) => path === '/services').map(({ value }) => value)
  expect(again).toContain(25)
  expect(again).not.toContain(100)
})

test('the time on a page is reported at milestones and on leaving, without the time when it is hidden', async ({
  page,
}) => {
  const visits = listenToVisits(page)
  await stopClock(page)
  await openHydrated(page, '/services')
  await pass(page, 125)
  await expect.poll(() => visits.of('time_on_page')).toEqual([30, 60, 120])
  await hide(page)
  await expect.poll(() => visits.of('total_time')).toEqual([125])
  await pass(page, 1000)
  await hide(page, false)
  await pass(page, 180)
  await expect.poll(() => visits.of('time_on_page')).toEqual([30, 60, 120, 300])
  await header(page).getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveTitle(/Contact/)
  // The second report contains only the time since the first. Ten seconds are too short for a report.
  await expect.poll(() => visits.of('total_time')).toEqual([125, 180])
  await pass(page, 10)
  await hide(page)
  await expect.poll(() => visits.of('page_view')).toEqual(['/services', '/contact'])
  expect(visits.of('total_time')).toEqual([125, 180])
})

test('a video play is reported once, and not when playback resumes', async ({ page }) => {
  const visits = listenToVisits(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Play video' }).click()
  const film = page.locator('video')
  const seconds = () => film.evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(seconds).toBeGreaterThan(1)
  await film.evaluate((video: HTMLVideoElement) => {
    video.pause()
    return video.play()
  })
  await page.getByRole('button', { name: 'Close video' }).click()
  await hide(page)
  await expect.poll(() => visits.of('Watch Video')).toEqual(['/'])
  expect(visits.of('click')).toEqual(['Play video', 'Close video'])
})

test('no typed text or personal data is reported, and nothing is stored in the browser', async ({
  page,
  context,
}) => {
  const visits = listenToVisits(page)
  const referrers: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/visits/')) referrers.push(request.headers().referer)
  })
  await stopClock(page)
  await page.goto('/contact?inquiry=hiring&email=aline@example.rw')
  await page.getByRole('main').getByLabel('Email').fill('aline@example.rw')
  await page.getByRole('main').getByLabel('Email').click()
  const mail = page.getByRole('link', { name: /@/ }).first()
  await mail.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
  await mail.click()
  await pass(page, 10)
  await page.goto('/certificate?email=aline%40example.rw')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  await hide(page)
  // A made-up URL. pushState avoids the server's 404, which the browser would log as an error.
  await page.evaluate(() => history.pushState(null, '', '/made-up/aline@example.rw'))
  await hide(page)
  await expect.poll(() => visits.of('page_view')).toEqual(['/contact', '/certificate', '/other'])
  expect(visits.of('click')).toEqual(['mailto'])
  expect(JSON.stringify(visits.events)).not.toMatch(/aline|@|%40|hiring/)
  expect(referrers.filter(Boolean)).toEqual([])
  expect(await context.cookies()).toEqual([])
  // React Router stores the scroll positions there, for this tab only.
  const keys = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
  ])
  expect(keys.filter((key) => key !== scrollPositionsItem)).toEqual([])
})

test('the buttons of a form are counted, but not by what was typed', async ({ page }) => {
  const visits = listenToVisits(page)
  await openWizard(page)
  await chooseCohort(page)
  await chooseTechStack(page)
  await page.getByRole('button', { name: 'Previous' }).click()
  await hide(page)
  await expect.poll(() => visits.of('click').at(-1)).toBe('Previous')
  await openHydrated(page, '/register')
  await page.getByLabel('Skills').fill('Zendesk')
  await page.getByLabel('Skills').press('Enter')
  await page.getByRole('button', { name: 'Remove Zendesk' }).click()
  await page.getByRole('button', { name: /^Add / }).first().click()
  await hide(page)
  await expect.poll(() => visits.of('click').length).toBeGreaterThan(3)
  expect(JSON.stringify(visits.events)).not.toContain('Zendesk')
})

for (const [name, value] of [
  ['doNotTrack', '1'],
  ['globalPrivacyControl', true],
] as const) {
  test(`nothing is sent for visitors with ${name}`, async ({ page }) => {
    const visits = listenToVisits(page)
    await page.addInitScript(
      ([signal, said]) => Object.defineProperty(navigator, signal, { value: said }),
      [name, value] as const,
    )
    await stopClock(page)
    await page.goto('/services')
    await scrollTo(page, 1)
    await pass(page, 40)
    await header(page).getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveTitle(/Contact/)
    await pass(page, 10)
    expect(visits.events).toEqual([])
  })
}

test('staff pages show the counts by plain names, are not counted, and do not contain the script', async ({
  page,
}) => {
  const visits = listenToVisits(page)
  // Among all pages, those of others may be more: the demo's clicks depend on the day.
  await openDashboard(page, '/dashboard/analytics?path=%2Fcontact')
  const clicks = page.getByRole('table', { name: 'Clicks' })
  await expect(clicks.getByRole('row', { name: /^An email address/ })).toBeVisible()
  expect(await page.locator('script[data-page]').count()).toBe(0)
  await page.goto('about:blank')
  expect(visits.events).toEqual([])
})

test('the last events arrive on leaving, with and without the scripts of the pages, and staff see them', async ({
  page,
  site,
  browser,
}) => {
  const staff = await signInAsAdmin(site.url)
  const { slug } = await staff.call('POST', '/dashboard/news/', {
    title: `Seen ${randomUUID()}`,
    category: 'business',
    author: 'Solange Mukamana',
    description: 'Seen twice.',
    content: '<p>Seen twice.</p>',
    is_published: true,
  })
  const path = `/insights/${slug}`
  const stats = () => staff.call('GET', `/admin/analytics/?path=${path}`)

  await stopClock(page)
  await page.goto(path)
  await pass(page, 12)
  await page.goto('about:blank')
  await expect.poll(stats).toMatchObject({ page_views: 1, seconds_per_view: 12 })

  const withoutScripts = await browser.newPage({ baseURL: site.url })
  await withoutScripts.route(furtherScripts, (route) => route.abort())
  await withoutScripts.goto(path)
  // Request interception loses requests that are sent while the page unloads.
  await withoutScripts.unrouteAll()
  await withoutScripts.getByRole('link', { name: 'Services' }).first().click()
  await withoutScripts.waitForURL('**/services')
  await withoutScripts.close()
  await expect.poll(stats).toMatchObject({ page_views: 2, clicks: 1 })

  await page.clock.resume()
  await page.goto('/login')
  await openDashboard(page, `/dashboard/analytics?path=${path}`)
  const main = page.getByRole('main')
  await expect(main.locator('dl')).toHaveText(/Page views2Clicks1.*Time on a page6 s/)
  await expect(main.getByRole('table', { name: 'Clicks' }).getByRole('row')).toHaveText([
    /Button or link/,
    /Services.*1/,
  ])
  await main.getByText('The same as a table').press('Enter')
  await expect(main.getByRole('table', { name: 'Page views by day, in numbers' })).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('link', { name: 'Show all pages' }).press('Enter')
  await expect(page.getByLabel('Period')).toBeFocused()
  await expect(main.getByRole('table', { name: 'Pages' }).getByRole('row')).not.toHaveCount(1)
  await page.getByLabel('Period').selectOption('From … to …')
  // As while the year is typed.
  await page.getByLabel('First day').fill('0202-12-01')
  await expect(page.getByLabel('First day')).toHaveValue('0202-12-01')
  await expect(page).not.toHaveURL(/from=0202/)
  // Before the first day, which allows it then.
  await page.getByLabel('Last day').fill('2026-01-01')
  await page.getByLabel('First day').focus()
  await expect(main.getByText(/^At the earliest/)).toBeVisible()
  await page.getByLabel('First day').fill('2025-12-01')
  await expect(main.getByText('Nobody has been here on these days')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/dashboard/analytics?path=/services&source=nowhere')
  await expect(main.getByText('No visits match')).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Clear filters' }).click()
  await expect(main.getByRole('table', { name: 'Pages', exact: true })).toBeVisible()
  await expect(page.getByLabel('Period')).toBeFocused()
  await expect(page).toHaveURL(/\/analytics$/)
})

test('the script of a page is cached for ever, and sends requests only to the site', async ({
  page,
  request,
}) => {
  const { hosts } = listenToVisits(page)
  await page.goto('/')
  const address = await page.locator('script[data-page]').getAttribute('src')
  const response = await request.get(address ?? '', { headers: { 'accept-encoding': 'br' } })
  expect(response.headers()).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  await page.goto('about:blank')
  expect([...hosts].filter((host) => host !== new URL(address ?? '', response.url()).host)).toEqual(
    [],
  )
})
