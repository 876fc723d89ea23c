import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { contentOf, expectSaved, savingOf, writeArticle } from './support/article-editor.ts'
import { notificationOf, openDashboard, rowOf, rowsOf, stripOf } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { signInAsAdmin } from './support/staff.ts'
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
    const release = await keepBack(page, '**/draft/', { method: 'GET' })
    const reading = page.waitForRequest('**/draft/')
    await publish(page)
    await reading
    await article.save({ content: '<p>One, by them.</p><p>Two.</p>' })
    release()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await contentOf(page).press('ControlOrMeta+End')
    await page.keyboard.type(' And mine.')
    await expect
      .poll(async () => (await article.read()).content)
      .toBe('<p>One, by them.</p><p>Two. And mine.</p>')
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

test.describe('an article with text that is not saved', () => {
  test.use({ expectedErrors: /ERR_FAILED.*draft/ })

  test('is deleted with it, without a question, and Back does not lead to it', async ({
    page,
    site,
  }) => {
    const article = await writeArticle(site.url, { title: 'Gone whole', content: '<p>Old.</p>' })
    await openDashboard(page, '/dashboard/news?search=Gone+whole')
    await rowOf(page, 'Gone whole').getByRole('link').first().click()
    await expect(contentOf(page)).toContainText('Old.')
    await page.route('**/draft/', (route) => route.abort())
    await contentOf(page).press('ControlOrMeta+End')
    await page.keyboard.type(' And new.')
    await expect(savingOf(page, 'Not saved: offline')).toBeVisible()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(stripOf(page, 'Gone whole has been deleted.')).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard\/news$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard\/news\?search=Gone/)
    expect(page.url()).not.toContain(article.path)
  })
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
  const release = await keepBack(page, `**/api${article.path}/`, { method: 'DELETE' })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Latest applications')).toBeVisible()
  release()
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

test('making an article a draft is undone in its editor after more was typed', async ({
  page,
  site,
}) => {
  const article = await writeArticle(site.url, { title: 'Typed on', content: '<p>Old.</p>' })
  await article.archive()
  await openDashboard(page, article.path)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Make it a draft' }).click()
  await expect(stripOf(page, 'Typed on is a draft again.')).toBeVisible()
  await contentOf(page).press('ControlOrMeta+End')
  await page.keyboard.type(' New.')
  await expectSaved(page)
  await page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect(stripOf(page, 'Typed on: Archived again.')).toBeVisible()
  expect((await article.read()).status).toBe('archived')
  await expect(contentOf(page)).toHaveText('Old. New.')
})

test('the tags to choose from come with the fields that stand below them', async ({
  page,
  site,
}) => {
  const article = await writeArticle(site.url, { title: 'With tags', content: '<p>One.</p>' })
  const release = await keepBack(page, /\/tags\/\?/)
  const loaded = page.waitForResponse(/\/news\/\d+\/draft\/$/)
  await openDashboard(page, article.path)
  await loaded
  await expect(page.getByRole('status', { name: 'Loading the article' })).toBeVisible()
  release()
  await expect(page.getByLabel('Author')).toBeVisible()
  expect(await page.getByRole('group', { name: 'Suggestions' }).count()).toBe(1)
})

test.describe('tags that cannot be loaded', () => {
  test.use({ expectedErrors: /Failed to load resource.*\/tags\// })

  test('take the editor off nobody, also when they are asked for again', async ({ page, site }) => {
    const article = await writeArticle(site.url, { title: 'No tags', content: '<p>One.</p>' })
    let isKept = false
    await page.route(/\/tags\/\?/, (route) =>
      isKept ? undefined : route.fulfill({ status: 500, json: { detail: 'No tags today.' } }),
    )
    await openDashboard(page, article.path)
    await expect(contentOf(page)).toContainText('One.')
    await contentOf(page).press('ControlOrMeta+End')
    await page.keyboard.type(' Two.')
    isKept = true
    const again = page.waitForRequest(/\/tags\/\?/)
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
    await again
    await page.keyboard.type(' Three.')
    await expect(contentOf(page)).toContainText('One. Two. Three.')
  })
})
