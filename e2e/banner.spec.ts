import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { redAndBlue } from '../src/seed/factories/sample-images.ts'
import { expectSaved } from './support/article-editor.ts'
import { openDashboard, stripOf } from './support/dashboard.ts'
import { keepBack } from './support/kept-back.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

test.use({ changesForGood: 'banners' })

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Crop and focus' })
const sliderOf = (page: Page, name: string) => dialogOf(page).getByRole('slider', { name })
const pictureOf = (page: Page) => dialogOf(page).locator('[data-picture]')

/** Publishes an article with a banner, red on the left and blue on the right. */
async function publishWithBanner(siteUrl: string, title: string) {
  const staff = await signInAsAdmin(siteUrl)
  const { address } = await staff.upload(await redAndBlue(1600, 900).jpeg().toBuffer())
  const { id, slug } = await staff.call('POST', '/dashboard/news/', {
    title,
    category: 'talent',
    author: 'Keza',
    description: 'A summary.',
    banner: address,
    content: '<p>Read</p>',
  })
  await staff.call('PATCH', `/dashboard/news/${id}/publish/`)
  return {
    address,
    slug,
    path: `/dashboard/news/${id}`,
    readBanner: async () => (await staff.call('GET', `/dashboard/news/${id}/draft/`)).banner,
    pictures: async () => (await staff.call('GET', '/admin/images/')).total_items as number,
  }
}

async function openCut(page: Page) {
  await page.getByRole('button', { name: 'Crop and focus' }).click()
  await expect(pictureOf(page).locator('img')).toBeVisible()
}

/** Drags over the picture, between points in parts of its width and height. */
async function drag(picture: Locator, from: [number, number], to: [number, number]) {
  await picture.scrollIntoViewIfNeeded()
  const box = await picture.boundingBox()
  if (!box) throw new Error('The picture is not shown')
  const { mouse } = picture.page()
  await mouse.move(box.x + from[0] * box.width, box.y + from[1] * box.height)
  await mouse.down()
  await mouse.move(box.x + to[0] * box.width, box.y + to[1] * box.height, { steps: 4 })
  await mouse.up()
}

test('the focal point of a banner is set by keys or a pointer, seen at once, undone, and published', async ({
  page,
  site,
}) => {
  const article = await publishWithBanner(site.url, 'A face at the edge')
  await openDashboard(page, article.path)
  await openCut(page)
  const previews = dialogOf(page).getByRole('region', { name: 'How it is cut' }).locator('img')
  await sliderOf(page, 'From the left').focus()
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(previews).not.toHaveCount(0)
  for (const preview of await previews.all()) {
    await expect(preview).toHaveCSS('object-position', '47% 51%')
  }
  await drag(pictureOf(page), [0.5, 0.5], [0.25, 0.8])
  await expect(sliderOf(page, 'From the left')).toHaveValue('25')
  await expect(sliderOf(page, 'From the top')).toHaveValue('80')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(sliderOf(page, 'From the left')).toHaveValue('47')
  await dialogOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(sliderOf(page, 'From the top')).toHaveValue('50')
  await sliderOf(page, 'From the top').press('End')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialogOf(page).getByRole('button', { name: 'Use it like this' }).click()
  await expect.poll(article.readBanner).toBe(`${article.address}#focus=47,100`)

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(article.readBanner).toBe(article.address)
  await openCut(page)
  await sliderOf(page, 'From the left').press('Home')
  await dialogOf(page).getByRole('button', { name: 'Use it like this' }).click()
  await expect.poll(article.readBanner).toBe(`${article.address}#focus=0,50`)
  await expectSaved(page)
  await page.getByRole('button', { name: 'Publish changes…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish changes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`/insights/${article.slug}`)
  await expect(page.locator('header picture img').first()).toHaveCSS('object-position', '0% 50%')
  await page.goto('/insights')
  const card = page.getByRole('article').filter({ hasText: 'A face at the edge' })
  await expect(card.locator('img').first()).toHaveCSS('object-position', '0% 50%')
})

test('the last choice of a banner stays, whatever is undone or stored after it', async ({
  page,
  site,
}) => {
  const article = await publishWithBanner(site.url, 'Chosen last')
  await openDashboard(page, article.path)
  await openCut(page)
  await sliderOf(page, 'From the left').press('Home')
  await dialogOf(page).getByRole('button', { name: 'Use it like this' }).click()
  await expect.poll(article.readBanner).toBe(`${article.address}#focus=0,50`)

  const release = await keepBack(page, '**/api/admin/images/')
  const sending = page.waitForRequest('**/api/admin/images/')
  await page.getByLabel('Banner file').setInputFiles({
    name: 'late.jpg',
    mimeType: 'image/jpeg',
    buffer: await redAndBlue(800, 400).jpeg().toBuffer(),
  })
  const sent = await sending
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(article.readBanner).toBe('')
  release()
  await sent.response()
  await expect(page.getByRole('button', { name: 'Choose a banner' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(stripOf(page, /^This could not be undone\. The banner was changed/)).toBeVisible()
  await page.getByLabel('Author').fill('Solange Mukamana')
  await expectSaved(page)
  expect(await article.readBanner()).toBe('')
})

test('a part that is cut out is a picture of its own, by a pointer and keys', async ({
  page,
  site,
}) => {
  const article = await publishWithBanner(site.url, 'Only a half')
  await openDashboard(page, article.path)
  const before = await article.pictures()
  await openCut(page)
  await dialogOf(page).getByRole('button', { name: 'Crop…' }).click()
  await drag(pictureOf(page), [0, 0.5], [0.5, 0.5])
  await expect(sliderOf(page, 'From the left')).toHaveValue('50')
  await sliderOf(page, 'From the bottom').focus()
  for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowUp')
  await expect(dialogOf(page)).toContainText('800 × 720 pixels remain')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialogOf(page).getByRole('button', { name: 'Cut this out' }).click()
  await dialogOf(page).getByRole('button', { name: 'Use it like this' }).click()
  // The right half is blue.
  await expect.poll(article.readBanner).toMatch(/^\/images\/\w+-800x720-0000(c|d)\w$/)
  expect(await article.pictures()).toBe(before + 1)
  expect((await page.request.get(article.address)).status()).toBe(200)
})

test('the previews have the shapes in which pages show the banner', async ({ page, site }) => {
  const article = await publishWithBanner(site.url, 'Shapes of a banner')
  await openDashboard(page, article.path)
  await openCut(page)
  const preview = dialogOf(page)
    .getByRole('region', { name: 'How it is cut' })
    .getByRole('listitem')
  const shapes = await preview.evaluateAll((items) =>
    items.map((item) => {
      const { width = 0, height = 1 } = item.querySelector('img')?.getBoundingClientRect() ?? {}
      return [item.textContent, width / height] as const
    }),
  )
  const shapeOf = async (picture: Locator) => {
    const box = await picture.boundingBox()
    return box ? box.width / box.height : 0
  }
  const expected = new Map<string, number>()
  for (const [label, width] of [
    ['Article on a phone', 360],
    ['Article on a computer', 1280],
    ['Article on a wide screen', 1920],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/insights/${article.slug}`)
    expected.set(label, await shapeOf(page.locator('header picture img').first()))
  }
  const related = page.getByRole('region', { name: 'Related Articles' })
  const relatedPicture = related.getByRole('article').first().locator('picture img, svg').first()
  await relatedPicture.scrollIntoViewIfNeeded()
  expected.set('Related article', await shapeOf(relatedPicture))
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/insights')
  const card = page.getByRole('article').filter({ hasText: 'Shapes of a banner' })
  expected.set('Card', await shapeOf(card.locator('img').first()))
  for (const [label, shape] of shapes) {
    const real = expected.get(label)
    if (real) expect(shape / real, `${label}: ${real}`).toBeCloseTo(1, 1)
  }
  expect(shapes.filter(([label]) => expected.has(label)).length).toBe(expected.size)
})

test('the image of a shared link is cut as its preview in the editor', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const { address } = await staff.upload(await redAndBlue(1600, 400).jpeg().toBuffer())
  const { id, slug } = await staff.call('POST', '/dashboard/news/', {
    title: 'Shared with its banner',
    category: 'talent',
    author: 'Keza',
    description: 'A summary.',
    content: '<p>Read</p>',
    banner: `${address}#focus=0,50`,
  })
  await openDashboard(page, `/dashboard/news/${id}`)
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preview' })
  await dialog.getByRole('button', { name: 'Shared link' }).press('Enter')
  await expect(dialog.locator('img')).toHaveCSS('object-position', '0% 50%')
  await expect(dialog).toContainText('Shared with its banner · Huza')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)

  await staff.call('PATCH', `/dashboard/news/${id}/publish/`)
  await page.goto(`/insights/${slug}`)
  const shared = await page.locator('meta[property="og:image"]').getAttribute('content')
  const image = await page.request.get(shared ?? '')
  const { channels } = await sharp(await image.body())
    .extract(rightPart)
    .stats()
  expect(channels.map(({ mean }) => mean > 100)).toEqual([true, false, false])
})

/** A part of the image of a shared link, which would be blue if it were cut around its centre. */
const rightPart = { left: 900, top: 100, width: 200, height: 200 }
