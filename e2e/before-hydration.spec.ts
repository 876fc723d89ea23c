import type { Locator } from '@playwright/test'
import { newComment, typeComment, uniqueText } from './support/comments.ts'
import { emailField, openDashboard } from './support/dashboard.ts'
import { openWithoutScripts, scriptsOf, untilPainted } from './support/kept-back.ts'
import { postsOf } from './support/posts.ts'
import { admin } from './support/server.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, looks, test } from './support/test.ts'

const article = '/insights/why-kigali-an-honest-answer'

for (const width of [360, 1280]) {
  test.describe(`at ${width} pixels, before any script has come`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('menus and tabs react at once', async ({ page }) => {
      await openWithoutScripts(page, '/')
      const name = width === 360 ? 'Open menu' : 'Our story'
      await page.getByRole('banner').getByRole('button', { name }).click()
      const link = page.getByRole('banner').getByRole('link', { name: 'Who we are' })
      await expect(link).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(link).toBeHidden()
      await expect(page.getByRole('banner').getByRole('button', { name })).toBeFocused()

      await page.getByRole('tab', { name: 'For Business' }).click()
      await expect(page.getByText('Review vetted candidates')).toBeVisible()
      await page.keyboard.press('ArrowLeft')
      await expect(page.getByRole('tab', { name: 'For Talents' })).toBeFocused()
      await expect(page.getByText('Get trained and certified')).toBeVisible()
    })

    test('a form that is sent is sent once, with what was typed', async ({ page }) => {
      let sent = 0
      await page.route('**/api/website/subscribe/', async (route) => {
        sent += 1
        await route.continue()
      })
      const release = await openWithoutScripts(page, '/')
      const form = page.getByRole('contentinfo')
      await form.getByLabel('Email for the newsletter').fill(`once-${width}@example.com`)
      for (let press = 0; press < 3; press += 1) {
        await form.getByRole('button', { name: 'Subscribe' }).click()
      }
      await expect(page.locator('html')).toHaveAttribute('data-held', '')
      release()
      await expect(form.getByRole('button', { name: 'Subscribed' })).toBeVisible()
      expect(sent).toBe(1)
      await expect(page.locator('html')).not.toHaveAttribute('data-held')
    })

    test('the film opens and closes at once', async ({ page }) => {
      await openWithoutScripts(page, '/')
      const play = page.getByRole('button', { name: 'Play video' })
      await play.click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.locator('video')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(play).toBeFocused()
    })

    test('an answer is begun, and what is added to it reaches the page', async ({ page }) => {
      await openWithoutScripts(page, article)
      await page
        .getByRole('button', { name: /^Reply/ })
        .first()
        .click()
      const form = page.getByRole('form', { name: /^Reply to/ })
      await expect(form.getByLabel('Name')).toBeFocused()
      await expect(page.locator('#comments article').filter({ has: form })).toBeInViewport()
      await form.getByRole('button', { name: 'Cancel' }).click()
      await expect(form).toBeHidden()
    })

    test('lists are filtered and continued', async ({ page }) => {
      await openWithoutScripts(page, '/insights')
      await page.getByRole('link', { name: 'Load More Articles' }).click()
      await expect(page.getByText('Read More')).toHaveCount(20)
      await expect(page.locator('#more')).toBeInViewport()
      await page.goto('/events', { waitUntil: 'commit' })
      await page.getByRole('link', { name: 'Load More Events' }).click()
      const events = page.getByRole('main').getByRole('article')
      await expect(events.nth(6)).toBeInViewport()
      await page.getByRole('link', { name: 'Conference' }).click()
      await expect(page.getByRole('link', { name: 'Conference' })).toHaveAttribute('aria-current')
    })
  })
}

test('the dropdown opens for a mouse that points at it, and closes once it leaves', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  const link = page.getByRole('banner').getByRole('link', { name: 'Why Rwanda' })
  await page.getByRole('button', { name: 'Our story' }).hover()
  await expect(link).toBeVisible()
  await link.hover()
  await expect(link).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(link).toBeHidden()
})

test('a link does not take a half-written comment along', async ({ page }) => {
  const release = await openWithoutScripts(page, article)
  const message = page.getByRole('form', { name: 'New comment' }).getByLabel('Message')
  await message.fill('Half a thought')
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  release()
  const dialog = page.getByRole('dialog', { name: 'Leave without sending your comment?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(message).toHaveValue('Half a thought')
  await expect(page).toHaveURL(article)
})

for (const look of looks) {
  test.describe(`at ${look.width} pixels, ${look.colorScheme}, who waits`, () => {
    test.use({ viewport: { width: look.width, height: 640 }, colorScheme: look.colorScheme })

    test('is told so after some seconds, and until it is done', async ({ page }) => {
      await page.clock.install()
      const release = await openWithoutScripts(page, article)
      const post = page.getByRole('button', { name: 'Post Comment' })
      await typeComment(newComment(page), { message: uniqueText('While the scripts come.') })
      await scrollToEdge(post)
      await post.click()
      await expect(page.locator('html')).toHaveAttribute('data-held')
      await page.clock.runFor(3000)
      const words = page.getByText('Still loading. Your press is kept.')
      await expect(words).toBeVisible()
      await expect(words).toHaveRole('status')
      await expectApart(words, post)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      release()
      await expect(page.getByText('Comment posted successfully!')).toBeVisible()
      await expect(words).toBeHidden()
    })
  })
}

/** Scrolls so that an element is at the lower edge of the screen. */
const scrollToEdge = (element: Locator) =>
  element.evaluate((one) => scrollBy(0, one.getBoundingClientRect().bottom - innerHeight))

/** Expects an element to be in view, but for a fraction of a pixel, and above another one that is at the lower edge. */
async function expectApart(lower: Locator, upper: Locator) {
  await expect(upper).toBeInViewport({ ratio: 0.99 })
  const [above, below] = await Promise.all([upper.boundingBox(), lower.boundingBox()])
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
}

test('who signs in before any script has come is signed in, once', async ({ page }) => {
  const sent = postsOf(page)
  const release = await openWithoutScripts(page, '/login')
  await emailField(page).fill(admin.email)
  await page.getByLabel(/^Password/).fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-held')
  release()
  await expect(page).toHaveURL('/dashboard')
  expect(sent.filter((path) => path === '/api/auth/login/')).toHaveLength(1)
})

test.describe('when the scripts of the sign-in are gone', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('the page is opened anew, and no password is in its address', async ({ page, request }) => {
    const form = { email: admin.email, password: admin.password }
    const response = await request.post('/login?to=%2Fdashboard', { form, maxRedirects: 0 })
    expect(response.status()).toBe(303)
    expect(response.headers().location).toBe('/login?to=%2Fdashboard')
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }))
    await page.goto('/login')
    await emailField(page).fill(admin.email)
    await page.getByLabel(/^Password/).fill(admin.password)
    const again = page.waitForRequest((one) => one.method() === 'POST')
    await page.keyboard.press('Enter')
    await again
    await expect(page).toHaveURL('/login')
  })
})

test('a page whose address opens the film shows it as a dialog, and closes it', async ({
  page,
}) => {
  await openWithoutScripts(page, '/?film=play')
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('video')).toBeVisible()
  await expect.poll(() => dialog.evaluate((one) => one.matches(':modal'))).toBe(true)
  const isPlaying = () =>
    dialog
      .locator('video')
      .evaluate((one: HTMLVideoElement) => !one.paused && one.currentTime > 0.5)
  await expect.poll(isPlaying).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Play video' })).toBeFocused()
  expect(await page.locator('video').evaluate((one: HTMLVideoElement) => one.paused)).toBe(true)
})

test('a page that is read loads no script but the one that counts visits', async ({ page }) => {
  for (const path of [
    '/',
    article,
    '/insights',
    '/events',
    '/services',
    '/why-rwanda',
    '/privacy',
    '/cohort-application',
  ]) {
    const scripts = scriptsOf(page)
    await page.goto(path)
    await page.getByRole('link').first().focus()
    await page.mouse.wheel(0, 600)
    await page.getByRole('heading', { level: 1 }).click()
    // What was pressed may ask for scripts once the page is idle.
    await page.waitForLoadState('networkidle')
    expect(scripts, path).toEqual([])
  }
})

test.describe('when the connection is lost', () => {
  test.use({ expectedErrors: /Failed to load resource|Failed to fetch/ })

  test('what was pressed is done once it is back', async ({ page, context }) => {
    await page.goto('/cohort-application')
    await untilPainted(page)
    await context.setOffline(true)
    const failed = page.waitForEvent('requestfailed', (one) => /\.js$/.test(one.url()))
    await page.getByRole('button', { name: 'Continue' }).click({ force: true })
    const words = page.getByText('You are offline. This will be done as soon as you are back.')
    await expect(words).toBeVisible()
    await failed
    await context.setOffline(false)
    await expect(page.getByRole('main').getByText('Please select a cohort')).toBeVisible()
    await expect(words).toBeHidden()
  })

  test('a link opens its page once it is back', async ({ page, context }) => {
    await page.goto(article)
    await context.setOffline(true)
    await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
    await expect(page.getByText('You are offline.')).toBeVisible()
    await context.setOffline(false)
    await expect(page).toHaveURL('/services')
  })
})

test('Continue before a choice keeps the focus, and says what is missing as a notification', async ({
  page,
}) => {
  await page.goto('/cohort-application')
  await untilPainted(page)
  const proceed = page.getByRole('main').getByRole('button', { name: 'Continue' })
  await proceed.click({ force: true })
  await expect(proceed).toHaveAccessibleDescription('Please select a cohort')
  await expect(proceed).toBeFocused()
  const notification = page.getByRole('alert').getByText('Please select a cohort')
  await expect(notification).toBeVisible()
  await expect(proceed).toBeFocused()
  await page.getByRole('main').getByRole('button', { name: 'Select' }).first().click()
  await expect(page.getByRole('heading', { name: 'Choose Your Tech Stack' })).toBeVisible()
  await expect(notification).toBeHidden()
})

test('who presses Continue twice before choosing can choose at once', async ({ page }) => {
  await page.goto('/cohort-application')
  await untilPainted(page)
  const main = page.getByRole('main')
  for (const _press of [1, 2]) {
    await main.getByRole('button', { name: 'Continue' }).click({ force: true })
    await expect(main.getByText('Please select a cohort')).toBeVisible()
  }
  await main.getByRole('button', { name: 'Select' }).first().click()
  await expect(page.getByRole('heading', { name: 'Choose Your Tech Stack' })).toBeVisible()
})

test('going back shows a page as it was left', async ({ page }) => {
  await page.goto('/contact')
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a thought')
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/services')
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a thought')
})

test('a page that the router opens from one without the frame has its menus', async ({ page }) => {
  await openDashboard(page)
  await expect(page.locator('html')).not.toHaveAttribute('data-framed')
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'View the site' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.locator('html')).toHaveAttribute('data-framed')
  await page.getByRole('banner').getByRole('button', { name: 'Our story' }).press('ArrowDown')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Who we are' })).toBeVisible()
})
