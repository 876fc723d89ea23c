import type { Page } from '@playwright/test'
import { redAndBlue } from '../src/seed/factories/sample-images.ts'
import { keepBack } from './support/kept-back.ts'
import { layoutShifts, readDown, watchLayoutShifts } from './support/layout-shifts.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, expectNoSidewaysScroll, test } from './support/test.ts'

/** The file that the browser chose for each image, and whether it is loaded. */
const imagesOf = (page: Page, place: string) =>
  page.locator(place).evaluateAll((images) =>
    (images as HTMLImageElement[]).map(({ currentSrc, naturalWidth, complete }) => ({
      file: currentSrc.split('/').at(-1),
      isLoaded: complete && naturalWidth > 0,
    })),
  )

const portraits = 'section[aria-labelledby=team] li img'

for (const [deviceScaleFactor, file] of [
  [1, '320.avif'],
  [2, '640.avif'],
] as const) {
  test.describe(`on a telephone with ${deviceScaleFactor} dots to a pixel`, () => {
    test.use({ viewport: { width: 360, height: 740 }, deviceScaleFactor })

    test(`the team's portraits load as ${file}, without a layout shift`, async ({ page }) => {
      await watchLayoutShifts(page)
      await page.goto('/who-we-are')
      await readDown(page)
      expect(await layoutShifts(page)).toEqual([])
      await expect
        .poll(() => imagesOf(page, portraits))
        .toEqual(Array(9).fill({ file, isLoaded: true }))
      await expectNoSidewaysScroll(page)
    })
  })
}

test('a picture is half transparent while it loads, on a page without React', async ({ page }) => {
  const release = await keepBack(page, /\.(avif|webp)$/)
  await page.goto('/who-we-are', { waitUntil: 'commit' })
  const portrait = page.locator(portraits).first()
  await portrait.scrollIntoViewIfNeeded()
  await expect(portrait).toHaveCSS('opacity', '0.5')
  release()
  await expect(portrait).toHaveCSS('opacity', '1')
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test("the team's portraits are there", async ({ page }) => {
    await page.goto('/who-we-are')
    await page.locator(portraits).first().scrollIntoViewIfNeeded()
    await expect
      .poll(async () => (await imagesOf(page, portraits))[0])
      .toMatchObject({ isLoaded: true })
  })
})

test("an editor's picture is shown on the article, as its banner and in its text", async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const banner = await staff.upload(await redAndBlue(1600, 900).jpeg().toBuffer())
  // A picture of its own: a browser that has the same one in a larger size doesn't load the smaller.
  const { address, colour } = await staff.upload(await redAndBlue(1600, 1000).jpeg().toBuffer())
  const { slug } = await staff.call('POST', '/dashboard/news/', {
    title: 'A picture of two halves',
    category: 'africa',
    author: 'Grace Ishimwe',
    description: 'Red and blue.',
    banner: banner.address,
    is_published: true,
    content: `<p>Look at this.</p><figure><img src="${address}" alt="Red beside blue"></figure>`,
  })
  await page.setViewportSize({ width: 768, height: 1024 })
  await watchLayoutShifts(page)
  await page.goto(`/insights/${slug}`)
  await readDown(page)
  expect(await layoutShifts(page)).toEqual([])
  await expect
    .poll(() => imagesOf(page, 'main header img'))
    .toEqual([{ file: '960.avif', isLoaded: true }])
  const inText = page.getByRole('img', { name: 'Red beside blue' })
  await expect(inText).toHaveCSS('background-color', rgb(colour))
  await expect
    .poll(() => imagesOf(page, '.prose img'))
    .toEqual([{ file: '640.avif', isLoaded: true }])
  const preview = await page.request.get(address)
  expect(preview.headers()['content-type']).toBe('image/jpeg')
})

/** Converts a hexadecimal colour to the browser's notation. */
const rgb = (colour: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(', ')})`
