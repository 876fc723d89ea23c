import type { Page } from '@playwright/test'
import { contentOf, expectSaved, savingOf, writeArticle } from './support/article-editor.ts'
import { notificationOf, openDashboard, replaceTokens } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { createUser, password } from './support/staff.ts'
import { expect, test } from './support/test.ts'

test.use({ changesForGood: 'news' })

test.describe('an article in two tabs', () => {
  test.use({ expectedErrors: /409|ERR_FAILED/ })

  for (const who of ['one person', 'two people']) {
    test(`of ${who} has what was typed in both, also what one could not save before a reload`, async ({
      page,
      site,
      browser,
    }) => {
      const content = '<p>First.</p><p>Second.</p>'
      const article = await writeArticle(site.url, { title: `Tabs of ${who}`, content })
      const contentNow = async () => (await article.read()).content
      await openDashboard(page, article.path)
      const theirs =
        who === 'one person' ? page.context() : await browser.newContext({ baseURL: site.url })
      const other = await theirs.newPage()
      if (who === 'one person') await other.goto(article.path)
      else await openDashboard(other, article.path, await createUser(site.url, 'Tab Two', 'EDITOR'))
      await expect(contentOf(other)).toContainText('Second.')

      await contentOf(page).press('ControlOrMeta+Home')
      await page.keyboard.press('End')
      await page.keyboard.type(' By one.')
      await expectSaved(page)
      await other.route('**/draft/', (route) =>
        route.request().method() === 'PATCH' ? route.abort() : route.continue(),
      )
      await contentOf(other).press('ControlOrMeta+End')
      await other.keyboard.type(' By the other.')
      await expect(savingOf(other, 'Not saved: offline')).toBeVisible()
      await other.unroute('**/draft/')
      await other.reload()
      await expect.poll(contentNow).toBe('<p>First. By one.</p><p>Second. By the other.</p>')
      await expect(contentOf(other)).toContainText('First. By one.')

      await contentOf(other).press('ControlOrMeta+End')
      await Promise.all([page.keyboard.type(' And on.'), other.keyboard.type(' And on.')])
      await expect
        .poll(contentNow)
        .toBe('<p>First. By one. And on.</p><p>Second. By the other. And on.</p>')
      for (const tab of [page, other]) {
        await tab.evaluate(() => dispatchEvent(new Event('focus')))
        await expect(contentOf(tab)).toHaveText(
          'First. By one. And on.Second. By the other. And on.',
        )
        await expectSaved(tab)
      }
    })
  }
})

test.describe('an article that a colleague saves', () => {
  test.use({ expectedErrors: /409.*draft/ })

  test('takes the focus from nobody who types in the details', async ({ page, site }) => {
    const article = await writeArticle(site.url, {
      title: 'Details of two',
      content: '<p>One.</p>',
      tags: ['Kigali'],
    })
    await openDashboard(page, article.path)
    const summary = page.getByRole('textbox', { name: 'Summary' })
    for (const [name, theirs] of [
      ['Author', 'By them.'],
      ['Tags', 'By them again.'],
    ] as const) {
      const field = page.getByRole('textbox', { name })
      await article.save({ description: theirs })
      await field.press('End')
      await page.keyboard.type('On')
      await expect(summary).toHaveValue(theirs)
      await expect(field).toBeFocused()
      await page.keyboard.type('ward')
      await expectSaved(page)
    }
    const { author, tags, description } = await article.read()
    expect([author, tags, description]).toEqual([
      'Solange MukamanaOnward',
      ['Kigali', 'Onward'],
      'By them again.',
    ])
    await article.save({ tags: ['Kigali', 'Huye'] })
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(page.getByRole('button', { name: 'Remove Huye' })).toBeVisible()
  })
})

test.describe('a merge whose script does not load', () => {
  test.use({ expectedErrors: /409.*draft|404.*merge/ })

  test('is told, and made once the script is there', async ({ page, site }) => {
    const content = '<p>One.</p><p>Two.</p>'
    const article = await writeArticle(site.url, { title: 'Of another version', content })
    const script = /\/assets\/merge-/
    await page.route(script, (route) => route.fulfill({ status: 404 }))
    await openDashboard(page, article.path)
    await expect(contentOf(page)).toContainText('One.')
    await article.save({ content: '<p>One, by them.</p><p>Two.</p>' })
    await contentOf(page).press('ControlOrMeta+End')
    await page.keyboard.type(' And mine.')
    await expect(savingOf(page, /^Not saved: This was changed/)).toBeVisible()
    await page.unroute(script)
    await expectSaved(page)
    expect((await article.read()).content).toBe('<p>One, by them.</p><p>Two. And mine.</p>')
  })
})

test.describe('text that cannot be saved', () => {
  test.use({ expectedErrors: /400.*draft/ })

  test('is not lost by restoring an earlier version, or by discarding', async ({ page, site }) => {
    const article = await writeArticle(site.url, { title: 'Refused', content: '<p>One.</p>' })
    await article.publish()
    await article.save({ description: 'Another summary.' })
    await openDashboard(page, article.path)
    await page.route('**/draft/', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 400, json: { content: ['This is too long'] } })
        : route.continue(),
    )
    await contentOf(page).press('ControlOrMeta+End')
    await page.keyboard.type(' Two.')
    await expect(page.getByText('This is too long')).toBeVisible()
    await page.getByRole('button', { name: 'History' }).click()
    const dialog = page.getByRole('dialog', { name: 'History' })
    await dialog.getByRole('list', { name: 'Versions' }).getByRole('button').last().click()
    await dialog.getByRole('button', { name: 'Restore this version' }).click()
    const told = 'Your last changes are not saved yet, so nothing was'
    await expect(dialog.getByText(`${told} restored.`)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(contentOf(page)).toHaveText('One. Two.')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Discard unpublished changes' }).click()
    await expect(notificationOf(page, `${told} discarded.`)).toBeVisible()
    await expect(contentOf(page)).toHaveText('One. Two.')
  })
})

test.describe('an address that another article has', () => {
  test.use({ expectedErrors: /400.*draft/ })

  const addressOf = (page: Page) => page.getByRole('textbox', { name: 'Address' })
  const errorOf = (page: Page) => page.getByText(/^The article '.+' is there$/)

  test('keeps none from being saved that is typed while it is refused', async ({ page, site }) => {
    await writeArticle(site.url, { title: 'Refused late', content: '<p>One.</p>' })
    const article = await writeArticle(site.url, { title: 'Corrected', content: '<p>Two.</p>' })
    await openDashboard(page, article.path)
    await expect(contentOf(page)).toContainText('Two.')
    const release = await keepBack(page, '**/draft/', { method: 'PATCH' })
    const sending = page.waitForRequest((request) => request.method() === 'PATCH')
    await addressOf(page).fill('refused-late')
    await sending
    await addressOf(page).fill('typed-since')
    release()
    await expect.poll(async () => (await article.read()).slug).toBe('typed-since')
    await expectSaved(page)
    await expect(errorOf(page)).toHaveCount(0)
  })

  test('is refused once more when it is typed once more, and saved once it is free', async ({
    page,
    site,
  }) => {
    const other = await writeArticle(site.url, { title: 'In the way', content: '<p>One.</p>' })
    const article = await writeArticle(site.url, { title: 'Insists', content: '<p>Two.</p>' })
    await openDashboard(page, article.path)
    await addressOf(page).fill('in-the-way')
    await expect(errorOf(page)).toBeVisible()
    await addressOf(page).fill('beside-it')
    await expect.poll(async () => (await article.read()).slug).toBe('beside-it')
    await addressOf(page).fill('in-the-way')
    await expect(errorOf(page)).toBeVisible()
    await other.save({ slug: 'out-of-the-way' })
    await addressOf(page).press('End')
    await page.keyboard.type('s')
    await page.keyboard.press('Backspace')
    await expect.poll(async () => (await article.read()).slug).toBe('in-the-way')
    await expect(errorOf(page)).toHaveCount(0)
  })
})

test.describe('an ended session', () => {
  test.use({ expectedErrors: /401/ })

  test('loses nothing of an article: it is saved after signing in again in place', async ({
    page,
    site,
  }) => {
    const article = await writeArticle(site.url, { title: 'Ended', content: '<p>Before.</p>' })
    await openDashboard(page, article.path, await createUser(site.url, 'Ended Editor', 'EDITOR'))
    await contentOf(page).press('ControlOrMeta+End')
    await page.keyboard.type(' After.')
    await replaceTokens(page, { access: 'ended', refresh: 'ended' })
    const again = page.getByRole('dialog', { name: 'Your session has ended' })
    await again.getByLabel(/^Password/).fill(password)
    await page.keyboard.press('Enter')
    await expect(again).toHaveCount(0)
    await page.keyboard.type(' At once.')
    await expect(contentOf(page)).toContainText('Before. After. At once.')
    await expectSaved(page)
    expect((await article.read()).content).toBe('<p>Before. After. At once.</p>')
  })
})
