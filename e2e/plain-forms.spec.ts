import type { Page } from '@playwright/test'
import {
  answersLink,
  cancelLink,
  confirmLink,
  eraseLink,
  unsubscribeLink,
} from './support/email-links.ts'
import { openWithoutScripts, scriptsOf } from './support/kept-back.ts'
import { postsOf } from './support/posts.ts'
import type { TestServer } from './support/server.ts'
import { expect, openHydrated, test } from './support/test.ts'

// Somebody is erased, and what a link was for is gone once it is done.
test.use({ changesForGood: 'plain forms', expectedErrors: /status of 40[04]/ })

type PlainForm = {
  link: (site: TestServer) => Promise<string>
  button: string
  done: string
  isToBeSure?: boolean
}

const forms: Record<string, PlainForm> = {
  'a subscription is confirmed': {
    link: confirmLink,
    button: 'Confirm the subscription',
    done: 'your subscription is confirmed',
  },
  'a subscription is ended': {
    link: unsubscribeLink,
    button: 'Unsubscribe',
    done: 'You are unsubscribed.',
  },
  'a registration is cancelled': {
    link: cancelLink,
    button: 'Cancel my registration',
    done: 'You are no longer registered',
  },
  'answers are asked for': {
    link: answersLink,
    button: 'Tell me of answers',
    done: 'We tell you of answers to your comment.',
  },
  'personal data is erased': {
    link: eraseLink,
    button: 'Erase my data',
    done: 'Your data is erased.',
    isToBeSure: true,
  },
}

const main = (page: Page) => page.getByRole('main')

/** Presses the button twice. @returns the requests that it sent */
async function pressTwice(page: Page, { button, done, isToBeSure }: PlainForm) {
  const sent = postsOf(page)
  if (isToBeSure) await main(page).getByRole('checkbox').check()
  await main(page).getByRole('button', { name: button, exact: true }).dblclick()
  await expect(main(page).getByText(done)).toBeVisible()
  return sent
}

for (const [name, form] of Object.entries(forms)) {
  test(`${name} by the browser, once, without a script`, async ({ page, site }) => {
    const scripts = scriptsOf(page)
    await page.goto(await form.link(site))
    expect(await pressTwice(page, form)).toHaveLength(1)
    expect(scripts).toEqual([])
  })

  test(`${name} on a hydrated page, once, without another document`, async ({ page, site }) => {
    await openHydrated(page, await form.link(site))
    await page.evaluate(() => document.documentElement.setAttribute('data-since', 'before'))
    expect(await pressTwice(page, form)).toHaveLength(1)
    await expect(page.locator('html')).toHaveAttribute('data-since', 'before')
  })
}

test('a certificate is checked by the browser, without a script', async ({ page }) => {
  const scripts = scriptsOf(page)
  await page.goto('/verify')
  await main(page).getByLabel('The code of the certificate').fill('x')
  await main(page).getByRole('button', { name: 'Check' }).click()
  await expect(page).toHaveURL('/verify/X')
  expect(scripts).toEqual([])
})

test('what is typed in another form is not lost by a press', async ({ page, site }) => {
  const release = await openWithoutScripts(page, await confirmLink(site))
  const email = page.getByRole('contentinfo').getByLabel('Email for the newsletter')
  await email.fill('aline@')
  await main(page).getByRole('button', { name: 'Confirm the subscription' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-held', '')
  release()
  await expect(main(page).getByText('your subscription is confirmed')).toBeVisible()
  await expect(email).toHaveValue('aline@')
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: /Failed to load resource|Failed to fetch|ERR_INTERNET/ })

  test('the press waits for it', async ({ page, context, site }) => {
    await page.goto(await confirmLink(site))
    await context.setOffline(true)
    await main(page).getByRole('button', { name: 'Confirm the subscription' }).click()
    await expect(page.getByText('You are offline.')).toBeVisible()
    await context.setOffline(false)
    await expect(main(page).getByText('your subscription is confirmed')).toBeVisible()
  })
})
