import type { Page } from '@playwright/test'
import { redAndBlue } from '../src/seed/factories/sample-images.ts'
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

/** Scrolls through the page. @returns the elements in the main part whose layout shifted */
const readDown = (page: Page) =>
  page.evaluate(async () => {
    type Shift = PerformanceEntry & { sources: { node: Node | null }[] }
    const nodes = new Set<Node | null>()
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[]) {
        for (const { node } of sources) nodes.add(node)
      }
    }).observe({ type: 'layout-shift', buffered: true })
    for (let y = 0; y < document.body.scrollHeight; y += 300) {
      scrollTo({ top: y, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    const main = document.querySelector('main')
    return [...nodes].filter((node) => main?.contains(node)).map((node) => node?.nodeName)
  })

const portraits = 'section[aria-labelledby=team] li img'

for (const [deviceScaleFactor, file] of [
  [1, '320.avif'],
  [2, '640.avif'],
] as const) {
  test.describe(`on a telephone with ${deviceScaleFactor} dots to a pixel`, () => {
    test.use({ viewport: { width: 360, height: 740 }, deviceScaleFactor })

    test(`the team's portraits load as ${file}, without a layout shift`, async ({ page }) => {
      await page.goto('/who-we-are')
      expect(await readDown(page)).toEqual([])
      await expect
        .poll(() => imagesOf(page, portraits))
        .toEqual(Array(9).fill({ file, isLoaded: true }))
      await expectNoSidewaysScroll(page)
    })
  })
}

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
  const picture = await redAndBlue(1600, 900).jpeg().toBuffer()
  const { address, colour } = await staff.upload(picture)
  const { slug } = await staff.call('POST', '/dashboard/news/', {
    ...{ title: 'A picture of two halves', category: 'africa', author: 'Grace Ishimwe' },
    ...{ description: 'Red and blue.', banner: address, is_published: true },
    content: `<p>Look at this.</p><figure><img src="${address}" alt="Red beside blue"></figure>`,
  })
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto(`/insights/${slug}`)
  expect(await readDown(page)).toEqual([])
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
