import type { Page } from '@playwright/test'
import { newComment, typeComment, uniqueText } from './support/comments.ts'
import {
  expectHeld,
  furtherScripts,
  keepBack,
  openWithoutAnyScript,
  ownScripts,
  untilPainted,
} from './support/kept-back.ts'
import { expect, test } from './support/test.ts'
import { hide, listenToVisits } from './support/visits.ts'
import { uniqueEmail } from './support/wizard.ts'

const article = '/insights/why-kigali-an-honest-answer'

/** Opens a page that has come without any script. @returns the function that lets them come */
async function openWithoutItsScript(page: Page, path: string) {
  const { releaseOwn, releaseOthers } = await openWithoutAnyScript(page, path)
  return () => {
    releaseOwn()
    releaseOthers()
  }
}

test('a link beside a half-written comment that is pressed asks before it leaves', async ({
  page,
}) => {
  const release = await openWithoutItsScript(page, article)
  const message = page.getByRole('form', { name: 'New comment' }).getByLabel('Message')
  await message.fill('Half a thought')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Services' }).click()
  release()
  const dialog = page.getByRole('dialog', { name: 'Leave without sending your comment?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(message).toHaveValue('Half a thought')
})

test('what is pressed last is done last, also if it was pressed before', async ({ page }) => {
  const release = await openWithoutItsScript(page, '/')
  for (const name of ['For Business', 'For Talents', 'For Business']) {
    await page.getByRole('tab', { name }).click()
  }
  release()
  await expect(page.locator('html')).not.toHaveAttribute('data-held')
  await expect(page.getByRole('tab', { name: 'For Business' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})

test('the keys of a tab are held, lead from one to the next, and scroll nothing', async ({
  page,
}) => {
  const release = await openWithoutItsScript(page, '/')
  await page.getByRole('tab', { name: 'For Talents' }).focus()
  const scrolling = await page.evaluateHandle(() => {
    const keys: string[] = []
    addEventListener('keydown', (one) => one.defaultPrevented || keys.push(one.key), true)
    return keys
  })
  for (const key of ['ArrowRight', 'ArrowRight', 'End', ' ']) await page.keyboard.press(key)
  expect(await scrolling.jsonValue()).toEqual([])
  await expectHeld(page)
  release()
  await expectHeld(page, false)
  await expect(page.getByRole('tab', { name: 'For Business' })).toBeFocused()
  await expect(page.getByText('Review vetted candidates')).toBeVisible()
})

test('ArrowDown on a menu is held, and opens it at its first link', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const release = await openWithoutItsScript(page, '/')
  const story = page.getByRole('banner').getByRole('button', { name: 'Our story' })
  for (let press = 0; press < 2; press += 1) await story.press('ArrowDown')
  await expectHeld(page)
  release()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Who we are' })).toBeFocused()
})

test('a held key takes the focus from nobody who types meanwhile', async ({ page }) => {
  const release = await openWithoutItsScript(page, '/')
  await page.getByRole('tab', { name: 'For Talents' }).press('ArrowRight')
  const email = page.getByRole('contentinfo').getByLabel('Email for the newsletter')
  await email.fill('aline@')
  release()
  await expect(page.getByText('Review vetted candidates')).toBeVisible()
  await expect(email).toBeFocused()
})

test('a menu that is opened while something waits stays open when that is done', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const release = await openWithoutItsScript(page, '/')
  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Email for the newsletter').fill(uniqueEmail())
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  const banner = page.getByRole('banner')
  await banner.getByRole('button', { name: 'Our story' }).click()
  release()
  await expect(footer.getByRole('button', { name: 'Subscribed' })).toBeVisible()
  await expect(banner.getByRole('link', { name: 'Why Rwanda' })).toBeVisible()
})

test('what is pressed before the script that counts has come is counted once', async ({ page }) => {
  const visits = listenToVisits(page)
  const release = await openWithoutItsScript(page, '/')
  await page.getByRole('tab', { name: 'For Business' }).click()
  await page.getByRole('button', { name: /^Show testimonial 4/ }).click()
  release()
  const row = page.getByRole('region', { name: 'Testimonials', exact: true })
  await expect(row.locator('[data-at]')).toHaveAttribute('data-at', '3')
  await hide(page)
  await expect.poll(() => visits.of('click')).toHaveLength(2)
  expect(visits.of('click')).toEqual(['For Business', expect.stringMatching(/^Show testimonial 4/)])
})

test('the bullet of a carousel that is pressed last is shown', async ({ page }) => {
  const release = await keepBack(page, /\/assets\/carousels-/)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-framed')
  await untilPainted(page)
  for (const at of [2, 4, 2]) {
    await page.getByRole('button', { name: `Show testimonial ${at}` }).click()
  }
  await expect(page.locator('html')).toHaveAttribute('data-held')
  release()
  const row = page.getByRole('region', { name: 'Testimonials', exact: true })
  await expect(page.locator('html')).not.toHaveAttribute('data-held')
  await expect(row.locator('[data-at]')).toHaveAttribute('data-at', '1')
})

test('a tab that is opened beside the page leaves the page as it is', async ({ page, context }) => {
  const release = await openWithoutItsScript(page, '/')
  const opened = context.waitForEvent('page')
  await page.getByRole('tab', { name: 'For Business' }).click({ modifiers: ['Control'] })
  await expect(await opened).toHaveURL('/?for=business#how-it-works')
  release()
  await expect(page.locator('html')).toHaveAttribute('data-framed')
  await expect(page).toHaveURL('/')
})

test('links beside a half-written comment that open another page do so at once', async ({
  page,
  context,
}) => {
  await openWithoutItsScript(page, article)
  const form = page.getByRole('form', { name: 'New comment' })
  await form.getByLabel('Message').fill('Half a thought')
  for (const [link, modifiers] of [
    [page.getByRole('contentinfo').getByRole('link', { name: 'Services' }), ['Control']],
    [form.getByRole('link', { name: 'Privacy' }), []],
  ] as const) {
    const opened = context.waitForEvent('page')
    await link.click({ modifiers: [...modifiers] })
    await opened
  }
  await expect(page.locator('html')).not.toHaveAttribute('data-held')
})

test('a link opens its page before the script of this one has come', async ({ page }) => {
  await openWithoutItsScript(page, '/')
  await page.getByRole('link', { name: 'Contact' }).first().click()
  await expect(page).toHaveURL('/contact')
})

test.describe("when the page's own script fails", () => {
  test.use({ expectedErrors: /Failed to load resource|Failed to fetch/ })

  test('it is asked for again, and what was pressed is done', async ({ page }) => {
    let failures = 0
    await page.route(ownScripts, async (route) => {
      failures += 1
      if (failures < 3) await route.abort('connectionreset')
      else await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    await untilPainted(page)
    await page.getByRole('tab', { name: 'For Business' }).click()
    await expect(page.getByText('Review vetted candidates')).toBeVisible()
  })

  test('and is gone for good, links and forms work without it', async ({ page }) => {
    for (const files of [ownScripts, furtherScripts]) {
      await page.route(files, (route) => route.fulfill({ status: 404 }))
    }
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    await footer.getByLabel('Email for the newsletter').fill(`${crypto.randomUUID()}@example.rw`)
    await footer.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page).toHaveURL('/newsletter?subscribed=held')
    await page.getByRole('link', { name: 'Contact' }).first().click()
    await expect(page).toHaveURL('/contact')
  })
})

test.describe('when a browser can’t read the scripts', () => {
  test.use({ expectedErrors: /Unexpected identifier/ })

  test('it sends by itself after a while what was pressed', async ({ page }) => {
    await page.clock.install()
    await page.route(furtherScripts, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'a newer language' }),
    )
    await page.goto(article)
    const failed = page.waitForEvent('pageerror')
    await typeComment(newComment(page), { message: uniqueText('From an older browser.') })
    await newComment(page).getByRole('button', { name: 'Post Comment' }).click()
    await failed
    await expectHeld(page)
    const posted = page.waitForRequest(
      (one) => one.method() === 'POST' && one.isNavigationRequest(),
    )
    await page.clock.runFor(15_000)
    await posted
    await expect(page.getByText('Comment posted successfully!')).toBeVisible()
  })
})
