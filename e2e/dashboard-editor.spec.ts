import type { Page } from '@playwright/test'
import { redAndBlue } from '../src/seed/factories/sample-images.ts'
import { contentOf, expectSaved, writeArticle } from './support/article-editor.ts'
import { openDashboard, replaceTokens } from './support/dashboard.ts'
import { createUser, password } from './support/staff.ts'
import { expect, test } from './support/test.ts'

test.use({ changesForGood: 'news' })

/** Gives the text pictures as files of these widths, as programs and the desktop do. */
async function givePictures(page: Page, kind: 'drop' | 'paste', widths: readonly number[]) {
  const files = await Promise.all(
    widths.map(async (width) =>
      (await redAndBlue(width, 200).jpeg().toBuffer()).toString('base64'),
    ),
  )
  await contentOf(page).evaluate(
    (element, { type, texts }) => {
      const data = new DataTransfer()
      for (const [index, text] of texts.entries()) {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], `${index}.jpg`, { type: 'image/jpeg' }))
      }
      const { left, top } = element.getBoundingClientRect()
      const init = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        type === 'drop'
          ? new DragEvent(type, {
              ...init,
              dataTransfer: data,
              clientX: left + 60,
              clientY: top + 40,
            })
          : new ClipboardEvent(type, { ...init, clipboardData: data }),
      )
    },
    { type: kind, texts: files },
  )
}

for (const kind of ['drop', 'paste'] as const) {
  test(`a picture by ${kind} is stored, and the checks ask what it shows`, async ({
    page,
    site,
  }) => {
    const article = await writeArticle(site.url, { title: `By ${kind}`, content: '<p>See:</p>' })
    await openDashboard(page, article.path)
    await contentOf(page).press('ControlOrMeta+End')
    await givePictures(page, kind, [300])
    await expect(contentOf(page).locator('img')).toHaveAttribute('src', /^\/images\//)
    await expect(page.getByLabel('What the picture shows')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(contentOf(page)).toBeFocused()
    await expectSaved(page)
    await page.getByRole('button', { name: 'Publish…' }).click()
    const missing = page.getByText('1 picture without a description for those who don’t see.')
    await expect(missing).toBeVisible()
    await page.keyboard.press('Escape')
    await contentOf(page).locator('img').click()
    await page.getByLabel('What the picture shows').fill('Two halves')
    await expect.poll(async () => (await article.read()).content).toContain('alt="Two halves"')
  })
}

const widthsIn = (page: Page) =>
  contentOf(page)
    .locator('img')
    .evaluateAll((images) => images.map((image) => Number(image.getAttribute('width'))))

for (const [kind, around] of [
  ['drop', /^<picture>.*<p>On: Before\.<\/p><p>After\.<\/p>$/],
  ['paste', /^<p>Before\.<\/p><picture>.*<p>On: After\.<\/p>$/],
] as const) {
  test(`several pictures by ${kind} keep their order, and the first asks what it shows`, async ({
    page,
    site,
  }) => {
    const content = '<p>Before.</p><p>After.</p>'
    const article = await writeArticle(site.url, { title: `Several by ${kind}`, content })
    await openDashboard(page, article.path)
    await contentOf(page).press('ControlOrMeta+Home')
    await page.keyboard.press('End')
    await givePictures(page, kind, [300, 310, 320])
    await expect.poll(() => widthsIn(page)).toEqual([300, 310, 320])
    const field = page.getByLabel('What the picture shows')
    await expect(field).toBeFocused()
    await page.keyboard.type('The first')
    await page.keyboard.press('Escape')
    await expect(contentOf(page)).toBeFocused()
    await page.keyboard.type('On: ')
    await expectSaved(page)
    const saved = (await article.read()).content as string
    expect(saved).toContain('alt="The first" width="300"')
    expect(saved).toMatch(around)
  })
}

test('pictures that are pasted one after the other keep that order, whichever is stored first', async ({
  page,
  site,
}) => {
  const article = await writeArticle(site.url, { title: 'One by one', content: '<p>See:</p>' })
  await openDashboard(page, article.path)
  await contentOf(page).press('ControlOrMeta+End')
  const held = Promise.withResolvers<void>()
  await page.route(
    '**/api/admin/images/',
    async (route) => {
      await held.promise
      await route.continue()
    },
    { times: 1 },
  )
  await givePictures(page, 'paste', [300])
  await givePictures(page, 'paste', [310, 320])
  await expect.poll(() => widthsIn(page)).toEqual([310, 320])
  held.resolve()
  await expect.poll(() => widthsIn(page)).toEqual([300, 310, 320])
})

test('whoever types on while a picture is stored is not interrupted', async ({ page, site }) => {
  const article = await writeArticle(site.url, { title: 'Typing on', content: '<p>See:</p>' })
  await openDashboard(page, article.path)
  await contentOf(page).press('ControlOrMeta+End')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/admin/images/', async (route) => {
    await held.promise
    await route.continue()
  })
  await givePictures(page, 'paste', [300])
  await page.keyboard.type(' and')
  held.resolve()
  await expect.poll(() => widthsIn(page)).toEqual([300])
  await page.keyboard.type(' read')
  await expect(contentOf(page)).toContainText('See: and read')
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
