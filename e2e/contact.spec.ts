import type { Page } from '@playwright/test'
import { keepBack } from './support/kept-back.ts'
import { serveMap } from './support/map.ts'
import { forgetUserInvalid } from './support/older-browsers.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  openHydrated,
  test,
} from './support/test.ts'

const sent = 'Your Query was sent successfuly'
const lost = 'The connection was lost before we could confirm it. Please try again.'
const call = '**/api/website/contact-us/'
const typed = {
  'Full name': 'Katharina Vogel',
  Email: 'katharina@example.com',
  Phone: '+49 30 1234567',
  Subject: 'Two backend developers',
  Message: 'We are looking for two backend developers from March on.',
}
const problems = [
  'Make sure the full name is complete',
  'Please enter a valid email address.',
  'Please enter a valid phone number.',
  'Subject is required.',
  'Message should be at least 10 characters.',
]

const form = (page: Page) => page.locator('form[action^="/contact"]')
const field = (page: Page, label: string) => form(page).getByLabel(label)
const send = (page: Page) => form(page).getByRole('button').click()

async function open(page: Page, path = '/contact') {
  await openHydrated(page, path)
}

async function fill(page: Page) {
  for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text)
}

async function expectTyped(page: Page) {
  for (const [label, text] of Object.entries(typed)) {
    await expect(field(page, label)).toHaveValue(text)
  }
}

test.beforeEach(({ page }) => serveMap(page))

test('a browser that is older than `:user-invalid` has the form, too', async ({ page }) => {
  await forgetUserInvalid(page)
  await open(page)
  await send(page)
  for (const problem of problems) await expect(form(page).getByText(problem)).toBeVisible()
})

test('every invalid field shows its error, and the first gets the focus', async ({ page }) => {
  await open(page)
  await send(page)
  for (const problem of problems) await expect(form(page).getByText(problem)).toBeVisible()
  await expect(field(page, 'Full name')).toBeFocused()
  await field(page, 'Full name').fill('Kat V')
  await expect(form(page).getByText(problems[0] as string)).toBeHidden()
})

test('success is shown on submit, and a stored message clears the fields', async ({ page }) => {
  const respond = await keepBack(page, call)
  await open(page)
  await fill(page)
  await send(page)
  await expect(page.getByRole('status').getByText(sent)).toBeVisible()
  await expectTyped(page)
  respond()
  for (const label of Object.keys(typed)) await expect(field(page, label)).toHaveValue('')
})

test.describe('when the server fails', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('an error replaces the notice, and the fields keep their values', async ({ page }) => {
    const detail = 'Too many requests. Please try again in 30 seconds.'
    await page.route(call, (route) => route.fulfill({ status: 429, json: { detail } }))
    await open(page)
    await fill(page)
    await send(page)
    await expect(page.locator('[data-notification=error]')).toHaveText(detail)
    await expect(form(page).getByText(detail)).toBeVisible()
    // At once: the notification goes by itself.
    expect(await page.getByRole('alert').filter({ hasText: detail }).count()).toBe(1)
    await expect(page.getByText(sent)).toBeHidden()
    await expectTyped(page)
  })

  test('who stops sending is told on the next page that the message was not confirmed', async ({
    page,
  }) => {
    let fail = () => {}
    const failed = new Promise<void>((resolve) => {
      fail = resolve
    })
    await page.route(call, async (route) => {
      await failed
      await route.abort()
    })
    await open(page)
    await fill(page)
    await send(page)
    await headerLink(page, 'Services').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop sending' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services')
    fail()
    await expect(page.locator('[data-notification=error]')).toHaveText(
      'Your message could not be confirmed.',
    )
  })

  test('a field error from the server is shown at the field', async ({ page }) => {
    const json = { phone: ['Please enter a valid phone number.'] }
    await page.route(call, (route) => route.fulfill({ status: 400, json }))
    await open(page)
    await fill(page)
    await send(page)
    await expect(field(page, 'Phone')).toBeFocused()
    await expect(form(page).getByText('Please enter a valid phone number.')).toBeVisible()
    await expectTyped(page)
  })

  test("a gateway's answer is none: the message may have arrived", async ({ page }) => {
    await page.route(call, (route) =>
      route.fulfill({ status: 504, body: '<h1>Gateway Timeout</h1>' }),
    )
    await open(page)
    await fill(page)
    await send(page)
    await expect(page.locator('[data-notification=error]')).toHaveText(lost)
    await expectTyped(page)
  })

  test('a lost connection loses nothing', async ({ page }) => {
    await page.route(call, (route) => route.abort())
    await open(page)
    await fill(page)
    await send(page)
    const error = page.locator('[data-notification=error]')
    await expect(error).toContainText(lost)
    await expectTyped(page)
    await error.getByRole('button', { name: 'Close notification' }).focus()
    await page.keyboard.press('Enter')
    await expect(error).toHaveCount(0)
    await expect(form(page).getByRole('button')).toBeFocused()
    await send(page)
    await expect(error).toContainText(lost)
    await page.unroute(call)
    await send(page)
    await expect(page.getByRole('status').getByText(sent)).toBeVisible()
    // The error must disappear at once, not after its five seconds.
    expect(await error.count()).toBe(0)
  })
})

test.describe('when nothing can be reached', () => {
  test.use({ expectedErrors: /ERR_FAILED|Failed to fetch/ })

  test('an error is seen on a small screen before the notice that stays, which is seen again after it', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await open(page)
    await fill(page)
    await page.route('**/*', (route) => route.abort())
    await page.getByRole('contentinfo').getByRole('link', { name: 'Services' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    const notifications = page.locator('[data-notification=error]')
    const lasting = notifications.filter({ hasText: 'The page could not be reached.' })
    await expect(lasting).toBeVisible()
    await send(page)
    const timed = notifications.filter({ hasText: lost })
    await expect(timed).toBeVisible()
    await expect(lasting).toBeHidden()
    await expect(timed).toHaveCount(0)
    await expect(lasting).toBeVisible()
  })
})

test.describe('offline', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('a message is said not to be sent', async ({ page }) => {
    await open(page)
    await fill(page)
    await page.context().setOffline(true)
    await send(page)
    await expect(form(page).getByText('Your message could not be sent. Nothing of')).toBeVisible()
    await expectTyped(page)
  })
})

test('a long text that is pasted is not cut, and is said to be too long', async ({ page }) => {
  await open(page)
  await fill(page)
  const long = 'Mwaramutse. '.repeat(500)
  const message = field(page, 'Message')
  await message.fill('')
  await message.focus()
  await page.keyboard.insertText(long)
  await send(page)
  await expect(form(page).getByText('At most 5000 characters')).toBeVisible()
  await expect(message).toHaveValue(long)
})

test('the inquiry suggests a subject, keeps a typed one, and is not sent', async ({ page }) => {
  await open(page, '/contact?inquiry=hiring')
  const about = form(page).getByRole('combobox')
  await expect(about).toHaveValue('hiring')
  await expect(field(page, 'Subject')).toHaveValue('Hiring talent for our team')
  await about.selectOption('Partnership')
  await expect(field(page, 'Subject')).toHaveValue('A partnership')
  await fill(page)
  await about.selectOption('Support')
  await expect(field(page, 'Subject')).toHaveValue(typed.Subject)
  await expect(about).not.toHaveAttribute('name')
})

const headerLink = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true })

test('a link or Back asks before it discards a message, but not a suggested subject', async ({
  page,
}) => {
  await open(page, '/services')
  await headerLink(page, 'Contact').click()
  await form(page).getByRole('combobox').selectOption('Partnership')
  await form(page).getByRole('combobox').selectOption('Support')
  await headerLink(page, 'Services').click()
  await expect(page).toHaveURL('/services')
  await headerLink(page, 'Contact').click()
  await field(page, 'Message').fill('Half a thought')
  const dialog = page.getByRole('dialog', { name: 'Leave without sending your message?' })
  await headerLink(page, 'Services').click()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await page.goBack()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog).toBeHidden()
  await expect(field(page, 'Message')).toHaveValue('Half a thought')
  await headerLink(page, 'Services').click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/services')
})

test('a link asks while a message is sent, and leads on once that is stored', async ({ page }) => {
  const release = await keepBack(page, /\/api\/website\/contact-us\//)
  await open(page)
  await fill(page)
  await send(page)
  await headerLink(page, 'Services').click()
  const dialog = page.getByRole('dialog', { name: 'Stop sending your message?' })
  await expect(dialog).toBeVisible()
  release()
  await expect(page).toHaveURL('/services')
})

test('a link to another inquiry changes the form unless something is typed', async ({ page }) => {
  await open(page, '/contact?inquiry=hiring')
  await headerLink(page, 'Contact').click()
  await expect(page).toHaveURL('/contact')
  await expect(form(page).getByRole('combobox')).toHaveValue('general')
  await expect(field(page, 'Subject')).toHaveValue('')
  await page.goBack()
  await expect(field(page, 'Subject')).toHaveValue('Hiring talent for our team')
  await field(page, 'Message').fill(typed.Message)
  await headerLink(page, 'Contact').click()
  await expect(page).toHaveURL('/contact')
  await expect(field(page, 'Message')).toHaveValue(typed.Message)
  await expect(field(page, 'Subject')).toHaveValue('Hiring talent for our team')
})

for (const width of [360, 1280]) {
  test(`the page is accessible and fits a screen of ${width} pixels, with errors too`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 600 })
    await open(page)
    await expectAccessible(page)
    await send(page)
    await expect(form(page).getByText('Subject is required.')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /status of 400/ })

  test('an invalid message shows its errors, and a valid one is sent', async ({ page }) => {
    await page.goto('/contact')
    await fill(page)
    await field(page, 'Phone').fill('123')
    await send(page)
    await expect(form(page).getByText('Please enter a valid phone number.')).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Send us/ })).toBeInViewport()
    await expect(field(page, 'Message')).toHaveValue(typed.Message)
    await field(page, 'Phone').fill(typed.Phone)
    await send(page)
    await expect(page).toHaveURL('/contact?sent=yes#contact-form')
    await expect(page.getByText(sent)).toBeInViewport()
    await expect(field(page, 'Message')).toHaveValue('')
  })
})
