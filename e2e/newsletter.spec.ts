import type { Page } from '@playwright/test'
import { keepBack } from './support/kept-back.ts'
import { postsOf } from './support/posts.ts'
import { expect, expectAccessible, openHydrated, test } from './support/test.ts'

const call = '**/api/website/subscribe/'
const success = 'You have successfuly subscribe to our news letter'

const field = (page: Page) => page.getByRole('contentinfo').getByLabel('Email for the newsletter')
const button = (page: Page) => page.getByRole('contentinfo').getByRole('button')

async function open(page: Page) {
  await openHydrated(page, '/services')
}

test('an invalid email is rejected before anything is sent', async ({ page }) => {
  await open(page)
  for (const email of ['', 'katharina', 'katharina@example']) {
    await field(page).fill(email)
    await field(page).press('Enter')
    await expect(
      page.getByText('Please enter a valid email address', { exact: true }),
    ).toBeVisible()
    await expect(field(page)).toBeFocused()
  }
  await expectAccessible(page)
})

test('subscribing sends once, clears the field and shows a check mark', async ({ page }) => {
  const sent = postsOf(page)
  const respond = await keepBack(page, call)
  await open(page)
  // There from the start, so that a screen reader tells what is written into it.
  await expect(page.getByRole('contentinfo').getByRole('alert')).toHaveText('')
  await field(page).fill('katharina@example.com')
  await button(page).press('Enter')
  await expect(button(page)).toBeDisabled()
  await expect(button(page)).toBeFocused()
  await button(page).press('Enter')
  respond()
  await expect(page.getByRole('status').getByText(success)).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await expect(button(page)).toHaveAccessibleName('Subscribed')
  await expect(button(page)).toBeFocused()
  expect(sent).toHaveLength(1)
  // The server of these tests has no mail server.
  await expect(page.getByRole('contentinfo').getByRole('alert')).toContainText('follows later')
  await expectAccessible(page)
})

for (const note of [
  'Please open the email that we have sent you, and confirm it there.',
  undefined,
]) {
  test(`what is left to do is said as the server says it: ${note ?? 'nothing'}`, async ({
    page,
  }) => {
    await page.route(call, (route) => route.fulfill({ json: { detail: success, note } }))
    await open(page)
    await field(page).fill('katharina@example.com')
    await button(page).click()
    await expect(page.getByRole('status').getByText(success)).toBeVisible()
    await expect(page.getByRole('contentinfo').locator('[role=alert]')).toHaveText(note ?? '')
  })
}

test('a filled honeypot is sent to the server', async ({ page }) => {
  await open(page)
  await field(page).fill('program@example.com')
  await page.getByRole('contentinfo').locator('[name=website]').fill('https://pills.example')
  let sent: unknown
  await page.route(call, (route) => {
    sent = route.request().postDataJSON()
    return route.continue()
  })
  await button(page).click()
  await expect(page.getByRole('status').getByText(success)).toBeVisible()
  expect(sent).toEqual({
    email: 'program@example.com',
    website: 'https://pills.example',
    form_token: '',
  })
})

test.describe('a failure', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  const failures = [
    { body: { detail: 'The list is full.', email: ['Not this'] }, text: 'The list is full.' },
    { body: { email: ['Not this', 'Nor that'] }, text: 'Not this' },
    { body: {}, text: 'Internal server errror Try again later' },
  ]
  for (const { body, text } of failures) {
    test(`is shown as ${text}`, async ({ page }) => {
      await page.route(call, (route) => route.fulfill({ status: 400, json: body }))
      await open(page)
      await field(page).fill('katharina@example.com')
      await button(page).click()
      await expect(page.locator('[data-notification=error]')).toHaveText(text)
      await expect(field(page)).toHaveValue('katharina@example.com')
      await expect(button(page)).toBeEnabled()
    })
  }

  test('of a server that does not answer is shown as its own', async ({ page }) => {
    await page.route(call, (route) => route.abort())
    await open(page)
    await field(page).fill('katharina@example.com')
    await button(page).click()
    await expect(page.locator('[data-notification=error]')).toHaveText(
      'Internal server errror Try again later',
    )
    await expect(field(page)).toHaveValue('katharina@example.com')
  })

  for (const isFilledBefore of [true, false]) {
    const when = isFilledBefore ? 'after' : 'before'
    test(`of the connection is told as such, ${when} the form has its script`, async ({
      page,
      context,
    }) => {
      await open(page)
      if (isFilledBefore) await field(page).fill('katharina@example.com')
      await context.setOffline(true)
      if (!isFilledBefore) await field(page).fill('katharina@example.com')
      await button(page).click()
      const error = page.locator('[data-notification=error]')
      await expect(error).toHaveText(
        'No connection to the server. Please check your network and try again.',
      )
      await context.setOffline(false)
      await button(page).click()
      await expect(page.getByRole('status').getByText(success)).toBeVisible()
      // The error must disappear at once, not after its five seconds.
      expect(await error.count()).toBe(0)
    })
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /status of 400/ })

  test('the form has a page of its own', async ({ page }) => {
    await page.goto('/who-we-are')
    await field(page).fill('katharina')
    await button(page).click()
    const main = page.getByRole('main')
    await expect(main.getByText('Please enter a valid email address')).toBeVisible()
    await main.getByLabel('Email for the newsletter').fill('katharina@example.com')
    await main.getByRole('button').click()
    await expect(main.getByText(success)).toBeVisible()
  })

  test('the form works behind a proxy that speaks https, and from a mail program', async ({
    request,
  }) => {
    for (const origin of ['https://huza.example', 'null']) {
      const response = await request.post('/newsletter', {
        headers: { origin },
        form: { email: 'marieke@example.com' },
        maxRedirects: 0,
      })
      expect([origin, response.status()]).toEqual([origin, 303])
    }
  })
})
