import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { contentOf, expectSaved, savingOf, writeArticle } from './support/article-editor.ts'
import {
  notificationOf,
  openDashboard,
  replaceTokens,
  rowOf,
  rowsOf,
  stripOf,
} from './support/dashboard.ts'
import { createUser, password, signInAsAdmin } from './support/staff.ts'
import { expect, test } from './support/test.ts'

test.use({ changesForGood: 'news' })

test('before publishing, headings without words or order are named, and an h1 is none in the text', async ({
  page,
  site,
}) => {
  const content = '<h1>Big</h1><p>One.</p><h4>Too deep</h4><p>Two.</p><h2></h2><p>Three.</p>'
  const article = await writeArticle(site.url, { title: 'Headings', content })
  await openDashboard(page, article.path)
  await expect(contentOf(page).getByRole('heading', { level: 2, name: 'Big' })).toBeVisible()
  const open = page.getByRole('button', { name: 'Publish…' })
  const findings = page.getByRole('dialog').getByRole('listitem')
  await open.click()
  await expect(findings).toHaveText([
    '1 heading without words.',
    'The heading “Too deep” skips a level: Heading 3 comes before Heading 4.',
  ])
  await page.keyboard.press('Escape')
  await article.save({ content: '<h2>Big</h2><h3>One deeper</h3><h2>Back</h2><p>Text.</p>' })
  await page.reload()
  await open.click()
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('are in order')
  await expect(findings).toHaveCount(0)
})

test('before publishing, pictures that weigh more than 600 kB on a phone are named', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const noise = () =>
    sharp({
      create: {
        width: 960,
        height: 1200,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 80 },
      },
    })
  const one = await staff.upload(await noise().jpeg().toBuffer())
  const other = await staff.upload(await noise().jpeg().toBuffer())
  const show = ({ address }: { address: string }) => `<img src="${address}" alt="Noise">`
  const article = await writeArticle(site.url, {
    title: 'Heavy',
    content: `<p>See:</p>${show(one)}${show(other)}`,
  })
  await openDashboard(page, article.path)
  await page.getByRole('button', { name: 'Publish…' }).click()
  const heavy = page.getByText(/^The pictures weigh .* Readers pay for more than 600/)
  await expect(heavy).toBeVisible()
  await page.keyboard.press('Escape')
  await article.save({ content: '<p>Nothing to see.</p>' })
  await page.reload()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('are in order')
  await expect(heavy).toHaveCount(0)
})

test.describe('an article that was just published', () => {
  test.use({ expectedErrors: /409|ERR_INTERNET_DISCONNECTED/ })

  async function publish(page: Page) {
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
  }

  test('is told so, although the connection is lost right after', async ({ page, site }) => {
    const article = await writeArticle(site.url, { title: 'Out it goes', content: '<p>One.</p>' })
    await openDashboard(page, article.path)
    await expect(contentOf(page)).toContainText('One.')
    await page.route('**/draft/', (route) => route.abort('internetdisconnected'))
    await publish(page)
    await expect(notificationOf(page, 'Out it goes is published.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.unroute('**/draft/')
    await contentOf(page).press('ControlOrMeta+End')
    await page.keyboard.type(' And two.')
    await expect(savingOf(page, 'Saved, not yet published')).toBeVisible()
    expect((await article.read()).content).toBe('<p>One. And two.</p>')
  })

  test('keeps what a colleague saves at that moment', async ({ page, site }) => {
    const content = '<p>One.</p><p>Two.</p>'
    const article = await writeArticle(site.url, { title: 'At once', content })
    await openDashboard(page, article.path)
    await expect(contentOf(page)).toContainText('One.')
    const held = Promise.withResolvers<void>()
    await page.route('**/draft/', async (route) => {
      if (route.request().method() === 'GET') await held.promise
      await route.continue()
    })
    const reading = page.waitForRequest('**/draft/')
    await publish(page)
    await reading
    await article.save({ content: '<p>One, by them.</p><p>Two.</p>' })
    held.resolve()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await contentOf(page).press('ControlOrMeta+End')
    await page.keyboard.type(' And mine.')
    await expect
      .poll(async () => (await article.read()).content)
      .toBe('<p>One, by them.</p><p>Two. And mine.</p>')
  })
})

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
    const held = Promise.withResolvers<void>()
    await page.route('**/draft/', async (route) => {
      if (route.request().method() === 'PATCH') await held.promise
      await route.continue()
    })
    const sending = page.waitForRequest((request) => request.method() === 'PATCH')
    await addressOf(page).fill('refused-late')
    await sending
    await addressOf(page).fill('typed-since')
    held.resolve()
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

test('discarded changes come back by Undo, unless something was written since', async ({
  page,
  site,
}) => {
  const article = await writeArticle(site.url, { title: 'Discarded', content: '<p>Old.</p>' })
  await article.publish()
  await openDashboard(page, article.path)
  const write = async (text: string) => {
    await contentOf(page).press('ControlOrMeta+End')
    await page.keyboard.type(text)
  }
  const discard = async () => {
    await expectSaved(page)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Discard unpublished changes' }).click()
    await expect(stripOf(page, 'The changes that were not published are gone.')).toBeVisible()
  }
  const undo = page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).first()
  await write(' New.')
  await discard()
  await undo.click()
  await expect(contentOf(page)).toHaveText('Old. New.')
  await discard()
  await write(' Newer.')
  await undo.click()
  await expect(stripOf(page, /^This could not be undone\. The article was changed/)).toBeVisible()
  await expect(contentOf(page)).toHaveText('Old. Newer.')
})

test('whoever goes elsewhere while an article is being deleted stays there', async ({
  page,
  site,
}) => {
  const article = await writeArticle(site.url, { title: 'Gone slowly', content: '<p>Old.</p>' })
  await openDashboard(page)
  await page.getByRole('link', { name: 'News', exact: true }).click()
  await page.getByLabel('Search articles').fill('Gone slowly')
  await expect(rowsOf(page)).toHaveCount(1)
  await rowOf(page, 'Gone slowly').getByRole('link').first().click()
  await expect(contentOf(page)).toContainText('Old.')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const held = Promise.withResolvers<void>()
  await page.route(`**/api${article.path}/`, async (route) => {
    if (route.request().method() === 'DELETE') await held.promise
    await route.continue()
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Latest applications')).toBeVisible()
  held.resolve()
  await expect(stripOf(page, 'Gone slowly has been deleted.')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('an article is previewed as on a computer, and archived from its editor', async ({
  page,
  site,
}) => {
  const article = await writeArticle(site.url, { title: 'To archive', content: '<p>Old.</p>' })
  await openDashboard(page, article.path)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Computer' }).click()
  const frame = page.frameLocator('iframe[title="The page, 1280 pixels wide"]')
  await expect(frame.getByRole('heading', { name: 'To archive' })).toBeVisible()
  expect(await frame.locator('html').evaluate(() => innerWidth)).toBe(1280)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect.poll(async () => (await article.read()).status).toBe('archived')
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
