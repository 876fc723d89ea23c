import type { Page } from '@playwright/test'
import { confirmLink, unsubscribeLink } from './support/email-links.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  openHydrated,
  test,
} from './support/test.ts'
import { uniqueEmail } from './support/wizard.ts'

const main = (page: Page) => page.getByRole('main')

test('every page links to privacy and terms, which are accessible and have a table of contents', async ({
  page,
}) => {
  await page.goto('/services')
  for (const name of ['Privacy', 'Terms of use']) {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expectAccessibleAtBothWidths(page)
    const links = main(page).getByRole('navigation', { name: 'On this page' }).getByRole('link')
    await expect(links).not.toHaveCount(0)
    for (const link of await links.all()) {
      const id = (await link.getAttribute('href'))?.slice(1)
      await expect(page.locator(`h2[id="${id}"]`)).toHaveText((await link.textContent()) ?? '')
    }
  }
})

test('every form with personal data explains its use, and links to the section about it', async ({
  page,
}) => {
  for (const path of ['/contact', '/events/1', '/newsletter', '/register', '/insights']) {
    await page.goto(path)
    if (path === '/insights') {
      await main(page)
        .getByRole('link', { name: /Read More/ })
        .first()
        .click()
      await expect(page).toHaveURL(/\/insights\/.+/)
    }
    const notes = main(page).getByRole('link', { name: /^Privacy/ })
    await expect(notes).toHaveCount(1)
    const href = (await notes.getAttribute('href')) ?? ''
    await page.goto(href)
    await expect(page.locator(`h3[id="${href.split('#')[1]}"]`)).toBeInViewport()
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the link to confirm asks first, its button confirms once, and another link leads to the form', async ({
    page,
    site,
  }) => {
    const link = await confirmLink(site)
    for (let time = 0; time < 2; time += 1) await page.goto(link)
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    await main(page).getByRole('button', { name: 'Confirm the subscription' }).click()
    for (let time = 0; time < 2; time += 1) {
      await expect(main(page).getByText('your subscription is confirmed')).toBeVisible()
      await page.goto(link)
    }
    await page.goto(`/newsletter/confirm?token=999999.${'a'.repeat(43)}`)
    await expect(main(page).getByText('This link is no longer good')).toBeVisible()
    await main(page).getByLabel('Email for the newsletter').fill(uniqueEmail())
    await main(page).getByRole('button', { name: 'Subscribe' }).click()
    await expect(main(page).getByText('yours, with a link to confirm, follows later')).toBeVisible()
  })

  test('the link in an email asks first, its button unsubscribes, and another subscribes again', async ({
    page,
    site,
  }) => {
    const link = await unsubscribeLink(site)
    for (let time = 0; time < 2; time += 1) await page.goto(link)
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    await main(page).getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(main(page).getByText('You are unsubscribed.')).toBeVisible()
    await page.goto(link)
    await expect(main(page).getByText('You are unsubscribed.')).toBeVisible()
    // The link that brings somebody back doesn't read as if it had unsubscribed them.
    await page.goto(`${link}&return=yes`)
    await expect(
      main(page).getByRole('heading', { name: 'Come back to the newsletter?' }),
    ).toBeVisible()
    await expect(main(page).getByText('You are unsubscribed.')).toHaveCount(0)
    await main(page).getByRole('button', { name: 'Subscribe again' }).click()
    await expect(main(page).getByText('You are subscribed again.')).toBeVisible()
    await page.goto(`${link}&return=yes`)
    await expect(main(page).getByText('You are subscribed again.')).toBeVisible()
    await page.goto('/newsletter/unsubscribe?token=1.forged')
    await expect(main(page).getByText('This link is not complete.')).toBeVisible()
  })
})

test('one click in the mail program unsubscribes, and every state is accessible', async ({
  page,
  request,
  site,
}) => {
  const link = await unsubscribeLink(site)
  await page.goto(link)
  await expectAccessibleAtBothWidths(page)
  const response = await request.post(link, { form: { 'List-Unsubscribe': 'One-Click' } })
  expect(response.status()).toBe(200)
  expect(response.headers()['cache-control']).toBe('no-store')
  await page.goto(link)
  await expect(main(page).getByText('You are unsubscribed.')).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await page.goto('/newsletter/unsubscribe')
  await expect(main(page).getByText('This link is not complete.')).toBeVisible()
  await expectAccessibleAtBothWidths(page)
})

test('the page that confirms is accessible in every state', async ({ page, site }) => {
  await page.goto(await confirmLink(site))
  await expectAccessibleAtBothWidths(page)
  await main(page).getByRole('button', { name: 'Confirm the subscription' }).focus()
  await page.keyboard.press('Enter')
  await expect(main(page).getByText('your subscription is confirmed')).toBeVisible()
  await expectAccessibleAtBothWidths(page)
  await page.goto(`/newsletter/confirm?token=999999.${'a'.repeat(43)}`)
  await expect(main(page).getByText('This link is no longer good')).toBeVisible()
  await expectAccessibleAtBothWidths(page)
})

test.describe('an answer that is lost', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('is told on the page of the link, whose button tries again', async ({ page, site }) => {
    await openHydrated(page, await unsubscribeLink(site))
    const call = '**/api/website/unsubscribe/'
    await page.route(call, (route) => route.abort())
    await main(page).getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(main(page).getByRole('alert')).toHaveText(
      'The connection was lost before we could confirm it. Please try again.',
    )
    await expectAccessible(page)
    await page.unroute(call)
    await main(page).getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(main(page).getByText('You are unsubscribed.')).toBeVisible()
  })

  test('leaves no doubt where the call had arrived', async ({ page, site }) => {
    await openHydrated(page, await unsubscribeLink(site))
    await page.route('**/api/website/unsubscribe/', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await main(page).getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(main(page).getByText('You are unsubscribed.')).toBeVisible()
    await expect(main(page).getByRole('alert')).toHaveText('')
  })
})
