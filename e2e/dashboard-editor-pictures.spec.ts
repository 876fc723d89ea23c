import type { Page } from '@playwright/test'
import { redAndBlue } from '../src/seed/factories/sample-images.ts'
import { contentOf, expectSaved, writeArticle } from './support/article-editor.ts'
import { notificationOf, openDashboard } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
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
  const release = await keepBack(page, '**/api/admin/images/', { times: 1 })
  await givePictures(page, 'paste', [300])
  await givePictures(page, 'paste', [310, 320])
  await expect.poll(() => widthsIn(page)).toEqual([310, 320])
  release()
  await expect.poll(() => widthsIn(page)).toEqual([300, 310, 320])
})

/** Whether the browser would ask before the page is closed or loaded anew. */
const isAskedBeforeUnload = (page: Page) =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))

for (const [kind, choose] of [
  ['into the text', (page: Page) => givePictures(page, 'paste', [300])],
  [
    'as the banner',
    async (page: Page) => {
      const buffer = await redAndBlue(300, 200).jpeg().toBuffer()
      const file = { name: 'banner.jpg', mimeType: 'image/jpeg', buffer }
      await page.getByLabel('Banner file').setInputFiles(file)
    },
  ],
] as const) {
  test(`who leaves while a picture is on its way ${kind} is asked`, async ({ page, site }) => {
    const article = await writeArticle(site.url, {
      title: `On its way ${kind}`,
      content: '<p>See:</p>',
    })
    await openDashboard(page, article.path)
    await contentOf(page).press('ControlOrMeta+End')
    await expectSaved(page)
    const release = await keepBack(page, '**/api/admin/images/')
    const sending = page.waitForRequest('**/api/admin/images/')
    await choose(page)
    await sending
    expect(await isAskedBeforeUnload(page)).toBe(true)
    const comments = page
      .getByRole('navigation', { name: 'Dashboard' })
      .getByRole('link', { name: /^Comments/ })
    await comments.click()
    const question = page.getByRole('dialog', { name: 'Leave without the picture?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    release()
    const stored = /\/images\//
    await expect
      .poll(async () => {
        const { banner, content } = await article.read()
        return `${banner} ${content}`
      })
      .toMatch(stored)
    await comments.click()
    await expect(page).toHaveURL(/\/dashboard\/comments/)
  })
}

test('an article is published once its banner has come', async ({ page, site }) => {
  const article = await writeArticle(site.url, { title: 'With banner', content: '<p>See:</p>' })
  await openDashboard(page, article.path)
  const release = await keepBack(page, '**/api/admin/images/')
  const buffer = await redAndBlue(300, 200).jpeg().toBuffer()
  const file = { name: 'banner.jpg', mimeType: 'image/jpeg', buffer }
  await page.getByLabel('Banner file').setInputFiles(file)
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish the article?' })
  const publish = dialog.getByRole('button', { name: 'Publish now' })
  await expect(dialog.getByText('A picture is still on its way.')).toBeVisible()
  await expect(publish).toHaveAttribute('aria-disabled', 'true')
  release()
  await expect(dialog.getByText('A picture is still on its way.')).toHaveCount(0)
  await publish.click()
  await expect(notificationOf(page, 'With banner is published.')).toBeVisible()
  const { status, banner, has_changes } = await article.read()
  expect([status, has_changes]).toEqual(['published', false])
  expect(banner).toMatch(/\/images\//)
})

test('whoever types on while a picture is stored is not interrupted', async ({ page, site }) => {
  const article = await writeArticle(site.url, { title: 'Typing on', content: '<p>See:</p>' })
  await openDashboard(page, article.path)
  await contentOf(page).press('ControlOrMeta+End')
  const release = await keepBack(page, '**/api/admin/images/')
  await givePictures(page, 'paste', [300])
  await page.keyboard.type(' and')
  release()
  await expect.poll(() => widthsIn(page)).toEqual([300])
  await page.keyboard.type(' read')
  await expect(contentOf(page)).toContainText('See: and read')
})
