import type { Page } from '@playwright/test'
import { createEvent } from './support/events.ts'
import { keepBack } from './support/kept-back.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  openHydrated,
  test,
} from './support/test.ts'

const call = '**/api/website/events/?**'
const cards = (page: Page) => page.getByRole('main').getByRole('article')

async function open(page: Page, path = '/events') {
  await openHydrated(page, path)
}

test('the upcoming events are first, and more can be loaded', async ({ page }) => {
  await open(page)
  await expect(cards(page)).toHaveCount(6)
  const more = page.getByRole('link', { name: 'Load More Events' })
  // The seed has nine events, and other tests on this server may have added some.
  for (let shown = 6; await more.isVisible(); shown += 6) {
    await more.click()
    await expect(cards(page).nth(shown)).toBeVisible()
  }
  await expect(page.getByText(/^That is all: \d+ events$/)).toBeFocused()
  expect(await cards(page).count()).toBeGreaterThanOrEqual(9)
  await expect(cards(page).last().getByText('This event has passed')).toBeVisible()
})

test('who goes on to a field while the last events load keeps the focus there', async ({
  page,
}) => {
  await open(page)
  const field = page.getByRole('contentinfo').getByLabel('Email for the newsletter')
  const more = page.getByRole('link', { name: 'Load More Events' })
  for (let shown = 6; await more.isVisible(); shown += 6) {
    const release = await keepBack(page, call, { times: 1 })
    await more.click()
    await field.pressSequentially('a')
    release()
    await expect(cards(page).nth(shown)).toBeVisible()
  }
  await expect(page.getByText(/^That is all: \d+ events$/)).toBeVisible()
  await expect(field).toBeFocused()
})

test('the filter keeps one type, and is in the URL', async ({ page }) => {
  await open(page)
  const filter = page.getByRole('navigation', { name: 'Type of event' })
  await expect(filter.getByRole('link')).toHaveText(['All', 'Webinar', 'Workshop', 'Conference'])
  await filter.getByRole('link', { name: 'Webinar' }).click()
  await expect(page).toHaveURL('/events?type=webinar')
  await expect(filter.getByRole('link', { name: 'Webinar' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(cards(page)).toHaveCount(3)
  for (const card of await cards(page).all()) {
    await expect(card.getByText('Webinar', { exact: true })).toBeVisible()
  }
})

test('a type without events shows a message', async ({ page }) => {
  const nothing = { results: [], total_items: 0, total_pages: 0, current_page: 1 }
  await page.route('**/api/website/events/?**', (route) => route.fulfill({ json: nothing }))
  await open(page)
  await page.getByRole('link', { name: 'Workshop' }).click()
  await expect(page.getByText('No events found in this category.')).toBeVisible()
  await expectAccessible(page)
})

test.describe('when the connection is lost', () => {
  test.use({ expectedErrors: /Failed to load resource|could not be loaded/ })

  test('a failed request for more events keeps the shown ones, and offers a retry', async ({
    page,
    site,
  }) => {
    // More than two pages of them: the last page would have the focus by itself.
    for (let number = 0; number < 4; number += 1) await createEvent(site.url, {})
    await open(page)
    await page.route(call, (route) => route.abort())
    await page.getByRole('link', { name: 'Load More Events' }).click()
    await expect(
      page.getByRole('status').filter({ hasText: 'More events could not be loaded.' }),
    ).toBeVisible()
    await expect(cards(page)).toHaveCount(6)
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeFocused()
    await expectAccessible(page)

    await page.unroute(call)
    await page.keyboard.press('Enter')
    await expect(cards(page).nth(6)).toBeVisible()
    await expect(again).toBeHidden()
    await expect(page.getByText(/ events shown$/)).toBeFocused()
  })

  test('who goes on to a field before more events fail keeps the focus there', async ({ page }) => {
    await open(page)
    const release = await keepBack(page, call, { isLost: true })
    await page.getByRole('link', { name: 'Load More Events' }).click()
    const field = page.getByRole('contentinfo').getByLabel('Email for the newsletter')
    await field.pressSequentially('a')
    release()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(field).toBeFocused()
  })

  test('events of another type that cannot be loaded are not replaced by those shown', async ({
    page,
  }) => {
    await open(page)
    await page.route(call, (route) => route.abort())
    await page.getByRole('link', { name: 'Webinar' }).click()
    await expect(page.getByText('The events could not be loaded.')).toBeVisible()
    await expect(cards(page)).toHaveCount(0)
    await page.unroute(call)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page)).toHaveCount(3)
  })
})

test('one event and all events are calendar files, in the time of Kigali', async ({
  page,
  request,
}) => {
  await open(page)
  const download = page.waitForEvent('download')
  await cards(page).first().getByRole('link', { name: 'Add to calendar' }).click()
  expect((await download).suggestedFilename()).toMatch(/^event-\d+\.ics$/)
  const feed = await request.get('/events.ics')
  expect(feed.headers()['content-type']).toContain('text/calendar')
  const text = await feed.text()
  const ids = text.match(/^UID:.*$/gm) ?? []
  // The seed has nine events, and other tests on this server may have added some.
  expect(ids.length).toBeGreaterThanOrEqual(9)
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(ids.length)
  expect(new Set(ids).size).toBe(ids.length)
  expect(text).toContain('DTSTART;TZID=Africa/Kigali:')
  expect((await request.get('/events/999999.ics')).status()).toBe(404)
})

test('the upcoming events are in the structured data', async ({ page }) => {
  await open(page)
  const script = await page.locator('script[type="application/ld+json"]').textContent()
  const graph = JSON.parse(script ?? '')['@graph'] as Record<string, string>[]
  const events = graph.filter((node) => node['@type'] === 'Event')
  expect(events).toHaveLength(await cards(page).count())
  expect(events[0]).toMatchObject({ '@type': 'Event', name: expect.any(String) })
  expect(events[0]?.startDate).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\+02:00$/)
})

test("the box of 'Don't Miss Out' subscribes", async ({ page }) => {
  await open(page)
  const box = page.getByRole('region', { name: "Don't Miss Out" })
  await box.getByLabel('Email for the newsletter').fill('marieke@example.com')
  await box.getByRole('button').click()
  await expect(page.getByText('You have successfuly subscribe to our news letter')).toBeVisible()
})

for (const width of [360, 1280]) {
  test(`the page is accessible and fits a screen of ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, '/events?shown=12')
    await expect(cards(page).nth(8)).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('events are filtered and more of them shown', async ({ page }) => {
    await page.goto('/events')
    await page.getByRole('link', { name: 'Load More Events' }).click()
    await expect(cards(page).nth(8)).toBeVisible()
    await page.getByRole('link', { name: 'Conference' }).click()
    await expect(cards(page)).toHaveCount(3)
  })
})
