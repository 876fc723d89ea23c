import type { Page } from '@playwright/test'
import { holdClock } from './support/clock.ts'
import { notificationOf } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { expect, expectAccessible, openHydrated, test } from './support/test.ts'

const call = '**/api/website/testimonies/?**'
const carousel = (page: Page) => page.getByRole('region', { name: 'Testimonials', exact: true })
const bullet = (page: Page, place: number) =>
  carousel(page).getByRole('button', { name: `Show testimonial ${place} of 8` })

async function open(page: Page) {
  await page.goto('/')
  await page.getByRole('link', { name: 'Share your experience' }).scrollIntoViewIfNeeded()
}

/** From another page that is hydrated: the browser then renders the home page, and requests the testimonials. */
async function navigate(page: Page) {
  await openHydrated(page, '/services')
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('link', { name: 'Share your experience' }).scrollIntoViewIfNeeded()
}

async function expectAt(page: Page, place: number) {
  await expect(bullet(page, place)).toHaveAttribute('aria-current', 'true')
}

test('two placeholders are shown until the testimonials are loaded', async ({ page }) => {
  const respond = await keepBack(page, call)
  await navigate(page)
  await expect(page.locator('[data-testimonial-placeholder]')).toHaveCount(2)
  respond()
  await expect(carousel(page).getByRole('listitem')).toHaveCount(8)
  await expect(page.locator('[data-testimonial-placeholder]')).toHaveCount(0)
})

for (const { width, slides } of [
  { width: 767, slides: 1 },
  { width: 768, slides: 2 },
]) {
  test(`a screen of ${width} pixels shows ${slides} of them, 30 pixels apart`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page)
    await expect(carousel(page).getByRole('figure')).toHaveCount(8)
    const boxes = await carousel(page)
      .getByRole('figure')
      .evaluateAll((figures) => figures.map((figure) => figure.getBoundingClientRect().toJSON()))
    const [first, second] = boxes
    expect(Math.round(second.left - first.right)).toBe(30)
    expect(boxes.filter(({ left, right }) => left >= 0 && right <= width)).toHaveLength(slides)
  })
}

test('buttons and bullets move the carousel in a loop, and it advances by itself', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await open(page)
  await expect(bullet(page, 1)).toBeVisible()
  await holdClock(page)
  await bullet(page, 1).click()
  await expectAt(page, 1)
  await carousel(page).getByRole('button', { name: 'Previous testimonial' }).click()
  await expectAt(page, 8)
  await carousel(page).getByRole('button', { name: 'Next testimonial' }).click()
  await expectAt(page, 1)
  await bullet(page, 4).click()
  await expectAt(page, 4)
  await page.clock.runFor(5000)
  await expectAt(page, 5)
  await carousel(page).getByRole('button', { name: 'Hold the testimonials still' }).click()
  await page.clock.runFor(20_000)
  await expectAt(page, 5)
})

test('pressed twice at the end, the carousel goes on to the second slide, and not back over the others', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page)
  await carousel(page).getByRole('button', { name: 'Hold the testimonials still' }).click()
  await bullet(page, 8).click()
  const row = carousel(page).locator('[data-at]')
  const firstOf = (row: Element) => {
    const [first, second] = row.children as unknown as HTMLElement[]
    return row.scrollLeft / ((second?.offsetLeft ?? 0) - (first?.offsetLeft ?? 0))
  }
  await expect.poll(() => row.evaluate(firstOf)).toBeCloseTo(7, 1)
  await row.evaluate((row) => {
    const stops = [row.scrollLeft]
    Object.assign(window, { stops })
    row.addEventListener('scroll', () => stops.push(row.scrollLeft))
  })
  await carousel(page)
    .getByRole('button', { name: 'Next testimonial' })
    .evaluate((next: HTMLElement) => {
      next.click()
      next.click()
    })
  await expectAt(page, 2)
  await expect.poll(() => row.evaluate(firstOf)).toBeCloseTo(1, 1)
  const stops = await page.evaluate(() => (window as unknown as { stops: number[] }).stops)
  const end = stops.at(-1) ?? 0
  expect(stops.filter((left, index) => left > end + 1 && left < (stops[index - 1] ?? 0))).toEqual(
    [],
  )
})

test('the carousel does not move by itself with reduced motion', async ({ page }) => {
  await page.clock.install()
  await open(page)
  const started = carousel(page).locator('[data-carousel]')
  await expect(started).toHaveAttribute('data-is-started', 'true')
  await holdClock(page)
  await page.clock.runFor(20_000)
  await expectAt(page, 1)
  await page.clock.resume()
  await expectAccessible(page)
})

test.describe('when they cannot be loaded', () => {
  test.use({ expectedErrors: /Failed to load resource|could not be loaded/ })

  test('a message is shown, and offers to retry', async ({ page }) => {
    await page.route(call, (route) => route.abort())
    await navigate(page)
    await expect(page.getByText('The testimonials could not be loaded.')).toHaveRole('status')
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
    await again.click()
    await expect(again).toBeEnabled()
    await expect(again).toBeFocused()
    await page.unroute(call)
    await again.click()
    await expectAt(page, 1)
  })
})

const testimonial = {
  'Full name': 'Marieke de Wit',
  'Who you are': 'Product owner',
  'Your testimonial': 'They answered before I had asked.',
}
const received = 'Our team reads every testimonial before it appears on the site.'

const main = (page: Page) => page.getByRole('main')
const send = (page: Page) => main(page).getByRole('button', { name: 'Send testimonial' }).click()

async function fill(page: Page) {
  for (const [label, text] of Object.entries(testimonial))
    await main(page).getByLabel(label).fill(text)
}

test('a testimonial is validated and sent, and the page says that it waits for approval', async ({
  page,
}) => {
  await open(page)
  await page.getByRole('link', { name: 'Share your experience' }).click()
  await expect(page).toHaveURL('/testimonial')
  await send(page)
  await expect(main(page).getByText('Make sure the full name is complete')).toBeVisible()
  await expect(main(page).getByLabel('Full name')).toBeFocused()
  await expectAccessible(page)
  await fill(page)
  let sent: unknown
  await page.route('**/api/website/testimonies/', (route) => {
    sent = route.request().postDataJSON()
    return route.continue()
  })
  await send(page)
  await expect(main(page).getByRole('status')).toContainText(received)
  await expect(main(page).getByRole('status')).toBeFocused()
  await expectAccessible(page)
  // The request contains the spam check's fields: the empty honeypot, and the token with the time of opening.
  expect(sent).toEqual({
    full_name: 'Marieke de Wit',
    title: 'Product owner',
    description: 'They answered before I had asked.',
    website: '',
    form_token: expect.stringMatching(/^\w+\.[\w-]+$/),
  })
})

test('what is typed on while a testimonial is sent stays', async ({ page }) => {
  await openHydrated(page, '/testimonial')
  await fill(page)
  const release = await keepBack(page, /\/api\/website\/testimonies\/$/)
  await send(page)
  const field = main(page).getByLabel('Your testimonial')
  await field.press('Control+End')
  await page.keyboard.type(' And one thing more.')
  release()
  await expect(notificationOf(page, 'What you typed since has not been sent yet.')).toContainText(
    received,
  )
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(`${testimonial['Your testimonial']} And one thing more.`)
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without sending your testimonial?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await send(page)
  await expect(main(page).getByRole('status')).toContainText(received)
})

test.describe('when a testimonial cannot be stored', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('the form says so in its own words, and keeps what was typed', async ({ page }) => {
    await openHydrated(page, '/testimonial')
    await fill(page)
    await page.route('**/api/website/testimonies/', (route) =>
      route.fulfill({ status: 500, json: { detail: 'Something went wrong on our side.' } }),
    )
    await send(page)
    await expect(main(page).getByText('Nothing of it is lost')).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without sending your testimonial?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    for (const [label, text] of Object.entries(testimonial))
      await expect(main(page).getByLabel(label)).toHaveValue(text)
    await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/services')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /status of 400/ })

  test('a testimonial is refused with its errors, and then sent', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Share your experience' }).click()
    await fill(page)
    await main(page).getByLabel('Your testimonial').fill('Too short')
    await send(page)
    await expect(main(page).getByText('should be at least 20 characters')).toBeVisible()
    await expect(main(page).getByLabel('Who you are')).toHaveValue('Product owner')
    await fill(page)
    await send(page)
    await expect(page).toHaveURL('/testimonial?sent=yes#testimonial')
    await expect(main(page).getByRole('status')).toBeInViewport()
    await expect(main(page).getByRole('status')).toContainText(received)
  })
})

test('pictures of testimonials that are slides away are not loaded', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await open(page)
  const images = carousel(page).locator('figure img')
  await expect.poll(() => images.first().evaluate(isLoaded)).toBe(true)
  expect(await images.nth(5).evaluate(isLoaded)).toBe(false)
  await bullet(page, 6).click()
  await expect.poll(() => images.nth(5).evaluate(isLoaded)).toBe(true)
})

const isLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0
