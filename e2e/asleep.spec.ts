import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const article = '/insights/why-kigali-an-honest-answer'

/** Opens a page whose scripts are kept back. @returns the function that lets them come */
async function openWithoutScripts(page: Page, path: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  // Scripts that are kept back delay the end of loading.
  await page.goto(path, { waitUntil: 'commit' })
  return release
}

const scriptsOf = (page: Page) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/.+\.js$/.test(request.url())) scripts.push(request.url())
  })
  return scripts
}

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
      await expect(page.locator('html')).toHaveAttribute('data-waking', '')
      release()
      await expect(form.getByRole('button', { name: 'Subscribed' })).toBeVisible()
      expect(sent).toBe(1)
      await expect(page.locator('html')).not.toHaveAttribute('data-waking')
    })

    test('buttons do what they do once', async ({ page }) => {
      const release = await openWithoutScripts(page, article)
      await page.getByRole('button', { name: 'Share' }).click()
      await page
        .getByRole('button', { name: /^Reply/ })
        .first()
        .click()
      release()
      await expect(page.getByRole('dialog', { name: 'Share this article' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('form', { name: /^Reply to/ })).toBeVisible()
    })

    test('a cohort is chosen', async ({ page }) => {
      const release = await openWithoutScripts(page, '/cohort-application')
      await page
        .getByRole('button', { name: /^Select/ })
        .first()
        .click()
      release()
      await expect(page.getByRole('heading', { name: 'Choose Your Tech Stack' })).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('button', { name: /^Selected/ })).toBeVisible()
    })
  })
}

test('a link does not take a half-written comment along', async ({ page }) => {
  const release = await openWithoutScripts(page, article)
  const message = page.getByRole('form', { name: 'New comment' }).getByLabel('Message')
  await message.fill('Half a thought')
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  release()
  const dialog = page.getByRole('dialog', { name: 'Leave your comment?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(message).toHaveValue('Half a thought')
  await expect(page).toHaveURL(article)
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
    expect(
      scripts.filter((url) => !/tracker-/.test(url)),
      path,
    ).toEqual([])
  }
})

test.describe('when the connection is lost', () => {
  test.use({ expectedErrors: /Failed to load resource|Failed to fetch/ })

  test('what was pressed is done once it is back', async ({ page, context }) => {
    await page.goto(article)
    await context.setOffline(true)
    const failed = page.waitForEvent('requestfailed', (one) => /\.js$/.test(one.url()))
    await page.getByRole('button', { name: 'Share' }).click()
    await failed
    await context.setOffline(false)
    await expect(page.getByRole('dialog', { name: 'Share this article' })).toBeVisible()
  })
})

test('going back shows a page as it was left', async ({ page }) => {
  await page.goto('/contact')
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a thought')
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/services')
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a thought')
})

test.describe('for who saves data', () => {
  test.use({ extraHTTPHeaders: { 'save-data': 'on' } })

  test('no font is loaded', async ({ page }) => {
    const fonts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(request.url())
    })
    await page.goto(article)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(fonts).toEqual([])
  })
})

test('a page that the router opens from one without the frame has its menus', async ({ page }) => {
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('data-awake')
  await expect(page.locator('html')).not.toHaveAttribute('data-framed')
  await page.getByRole('link', { name: 'Huza' }).first().click()
  await expect(page).toHaveURL('/')
  await expect(page.locator('html')).toHaveAttribute('data-framed')
  await page.getByRole('banner').getByRole('button', { name: 'Our story' }).press('ArrowDown')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Who we are' })).toBeVisible()
})
