import type { Page } from '@playwright/test'
import { redAndBlue } from '../src/seed/factories/sample-images.ts'
import { contentOf, writeArticle } from './support/article-editor.ts'
import {
  notificationOf,
  openDashboard,
  replaceTokens,
  rowsOf,
  signIn,
  signOut,
} from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { createUser, password, signInAsAdmin } from './support/staff.ts'
import { expect, test } from './support/test.ts'

/** Signs in by keys alone where the session has ended. */
async function typeSignIn(page: Page) {
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  // What waits for others' changes hears of it after 25 seconds at most.
  await expect(again.getByLabel(/^Password/)).toBeFocused({ timeout: 60_000 })
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(again).toHaveCount(0)
}

const storedIn = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage))

test.describe('a session that ends', () => {
  // The browser logs each 401 response, even if the request is retried successfully, and the 400 that asks for a code.
  test.use({ expectedErrors: [/401|400.*login/] })

  test('who is disabled with a half-written note is told so, and saves it once enabled again', async ({
    page,
    site,
  }) => {
    const user = await createUser(site.url, 'Half Written')
    const staff = await signInAsAdmin(site.url)
    const { results } = await staff.call('GET', '/admin/users/?search=half.written')
    const disable = (disabled: boolean) =>
      staff.call('PATCH', `/admin/users/${results[0].id}/`, { disabled })
    await openDashboard(page, '/dashboard/applications/1', user)
    const note = page.getByLabel('New note')
    await note.fill('Half of what I')
    await disable(true)
    const again = page.getByRole('dialog', { name: 'Your session has ended' })
    await again.getByLabel(/^Password/).fill(password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await expect(again.getByText('This account is disabled.')).toBeVisible()
    await expect(note).toHaveValue('Half of what I')
    await disable(false)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await expect(again).toHaveCount(0)
    await expect(note).toHaveValue('Half of what I')
    await note.press('ControlOrMeta+Enter')
    await expect(page.getByText('Half of what I')).toBeVisible()
    await expect(note).toHaveValue('')
  })

  test('a half-written note stays through a reload and the end of the session, until its user signs out', async ({
    page,
    site,
  }) => {
    const user = await createUser(site.url, 'Writes On')
    await openDashboard(page, '/dashboard/applications/5/review', user)
    const note = page.getByLabel('Note', { exact: true })
    await note.fill('A clear mi')
    await page.reload()
    await expect(note).toHaveValue('A clear mi')
    await page.goto('/dashboard/applications/5')
    const same = page.getByLabel('New note')
    await expect(same).toHaveValue('A clear mi')
    await same.press('End')
    await page.keyboard.type('nd')
    await replaceTokens(page, { access: 'ended', refresh: 'ended' })
    await page.reload()
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
    await signIn(page, user)
    await expect(same).toHaveValue('A clear mind')
    await signOut(page)
    expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('unsaved')
  })

  test('what somebody has typed goes when somebody else signs in after the session has ended', async ({
    page,
    site,
  }) => {
    const user = await createUser(site.url, 'Leaves It')
    await openDashboard(page, '/dashboard/applications/5', user)
    const note = page.getByLabel('New note')
    await note.fill('Nobody else reads it')
    await replaceTokens(page, { access: 'ended', refresh: 'ended' })
    await page.reload()
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
    await signIn(page, await createUser(site.url, 'Comes Next'))
    await expect(note).toHaveValue('')
    await expect.poll(() => storedIn(page)).not.toContain('Nobody else')
  })

  test('a tab that finds the session over leaves what was typed in another one', async ({
    page,
    context,
    site,
  }) => {
    const user = await createUser(site.url, 'Ends Elsewhere')
    await openDashboard(page, '/dashboard/applications/5', user)
    await page.getByLabel('New note').fill('Half a thought')
    await replaceTokens(page, { access: 'ended', refresh: 'ended' })
    const other = await context.newPage()
    await other.goto('/dashboard/applications')
    await expect(other).toHaveURL(/\/login/)
    await expect(page).toHaveURL(/\/login/)
    await signIn(page, user)
    await expect(page.getByLabel('New note')).toHaveValue('Half a thought')
  })

  test('an article that is being saved as its user signs out in another tab is not saved as the next one', async ({
    page,
    context,
    site,
  }) => {
    const article = await writeArticle(site.url, { title: 'Of Two', content: '<p>Before.</p>' })
    const next = await createUser(site.url, 'Next Person', 'EDITOR')
    await page.clock.install()
    await openDashboard(page, article.path, await createUser(site.url, 'First Person', 'EDITOR'))
    const held = Promise.withResolvers<void>()
    let sent = 0
    await page.route('**/draft/', async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      sent += 1
      await held.promise
      await route.continue()
    })
    await contentOf(page).press('ControlOrMeta+End')
    await page.keyboard.type(' Typed by the first.')
    await expect.poll(() => sent).toBe(1)
    await page.keyboard.type(' And more.')
    const other = await context.newPage()
    await other.goto('/dashboard/profile')
    await signOut(other)
    await expect(page).toHaveURL(/\/login/)
    await signIn(other, next)
    await expect(page).toHaveURL(article.path)
    const refused = page.waitForResponse((one) => one.request().method() === 'PATCH')
    held.resolve()
    expect((await refused).status()).toBe(401)
    await page.clock.runFor(20_000)
    await expect(contentOf(page)).toHaveText('Before.')
    await page.clock.runFor(20_000)
    expect(await storedIn(page)).not.toContain('Typed by')
    expect((await article.read()).content).toBe('<p>Before.</p>')
    expect(sent).toBe(1)
  })

  for (const { where, path, label } of [
    { where: 'an article', label: 'Pictures for the text' },
    { where: 'the library', path: '/dashboard/images', label: 'Pictures to upload' },
  ]) {
    test(`pictures for ${where} that wait as their user signs out in another tab are not stored as the next one`, async ({
      page,
      context,
      site,
    }) => {
      const article = await writeArticle(site.url, { title: 'Waiting', content: '<p>Text.</p>' })
      const next = await createUser(site.url, `Next at ${where}`, 'EDITOR')
      const first = await createUser(site.url, `First at ${where}`, 'EDITOR')
      const opened = path ?? article.path
      await openDashboard(page, opened, first)
      const held = Promise.withResolvers<void>()
      let sent = 0
      await page.route('**/api/admin/images/', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        sent += 1
        await held.promise
        await route.continue()
      })
      const buffer = await redAndBlue(300, 200).jpeg().toBuffer()
      const picture = (name: string) => ({ name, mimeType: 'image/jpeg', buffer })
      await page.getByLabel(label).setInputFiles([picture('1.jpg'), picture('2.jpg')])
      await expect.poll(() => sent).toBe(1)
      const other = await context.newPage()
      await other.goto('/dashboard/profile')
      await signOut(other)
      await expect(page).toHaveURL(/\/login/)
      await signIn(other, next)
      await expect(page).toHaveURL(opened)
      const refused = page.waitForResponse('**/api/admin/images/')
      held.resolve()
      expect((await refused).status()).toBe(401)
      await page.getByRole('link', { name: 'Events', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
      await expect(notificationOf(page, /jpg/)).toHaveCount(0)
      expect(sent).toBe(1)
    })
  }

  for (const { what, path, name, open } of [
    { what: 'a note', path: 'applications/2', name: 'New note' },
    { what: 'a reply to a message', path: 'messages/3', name: /^To / },
    { what: 'a reply to a comment', path: 'comments', name: 'Reply as Huza', open: ['j', 'r'] },
  ]) {
    test(`${what} goes on where the caret was, at once after signing in again`, async ({
      page,
      site,
    }) => {
      const user = await createUser(site.url, `Writes ${what}`, 'ADMIN')
      await openDashboard(page, `/dashboard/${path}`, user)
      const field = page.getByRole('textbox', { name })
      if (open) await expect(rowsOf(page).first()).toBeVisible()
      await expect(async () => {
        // Not every comment can be replied to: on to the next.
        for (const key of open ?? []) await page.keyboard.press(key)
        await expect(field).toBeVisible({ timeout: 3_000 })
      }).toPass()
      await field.fill('Half a thoght')
      for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
      await replaceTokens(page, { access: 'ended', refresh: 'ended' })
      await typeSignIn(page)
      await page.keyboard.type('u')
      await expect(field).toHaveValue('Half a thought')
    })
  }
})

test('signing out in another tab discards what was typed', async ({ page, context, site }) => {
  const user = await createUser(site.url, 'Out Elsewhere')
  await openDashboard(page, '/dashboard/applications/5', user)
  await page.getByLabel('New note').fill('Nobody else reads it')
  const other = await context.newPage()
  await other.goto('/dashboard/profile')
  expect(await storedIn(page)).toContain('Nobody else')
  await signOut(other)
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => storedIn(page)).not.toContain('Nobody else')
})

test.describe('a call that is on its way', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test('when its user signs out in another tab tells and keeps nothing in this one', async ({
    page,
    context,
    site,
  }) => {
    const user = await createUser(site.url, 'Out Under Way')
    await openDashboard(page, '/dashboard/applications/6/review', user)
    const change = '**/change-status/'
    const release = await keepBack(page, change, { isLost: true })
    await page.getByLabel('Note', { exact: true }).fill('Nobody else reads it')
    const asked = page.waitForRequest(change)
    const failed = page.waitForEvent('requestfailed', (request) =>
      /change-status/.test(request.url()),
    )
    await page.getByRole('button', { name: /^Shortlist/ }).click()
    await asked
    const other = await context.newPage()
    await other.goto('/dashboard/profile')
    await signOut(other)
    await expect(page).toHaveURL(/\/login/)
    release()
    await failed
    await page.evaluate(() => fetch('/healthz'))
    await expect(page.getByText(/was not changed|may not have been/)).toHaveCount(0)
    expect(await storedIn(page)).not.toContain('Nobody else')
  })
})

test('what is typed on while a note is saved is the next note', async ({ page, site }) => {
  await openDashboard(page, '/dashboard/applications/3', await createUser(site.url, 'Two Notes'))
  const release = await keepBack(page, '**/notes/')
  const note = page.getByLabel('New note')
  await note.fill('A note of one who goes on.')
  const saving = page.waitForRequest('**/notes/')
  await page.keyboard.press('Control+Enter')
  await saving
  await page.keyboard.type(' The next one')
  release()
  await expect(note).toHaveValue('The next one')
  await expect(page.getByText('A note of one who goes on.', { exact: true })).toBeVisible()
})
