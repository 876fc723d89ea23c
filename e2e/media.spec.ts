import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { redAndBlue } from '../src/seed/factories/sample-images.ts'
import {
  apply,
  notificationOf,
  openDashboard,
  rowOf,
  rowsOf,
  stripOf,
} from './support/dashboard.ts'
import { createEvent } from './support/events.ts'
import { keepBack } from './support/kept-back.ts'
import { createUser, signInAsAdmin } from './support/staff.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

test.use({ changesForGood: 'pictures, team and trash', expectedErrors: /40[049]/ })

const picture = async (name: string, width: number) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await redAndBlue(width, 300).jpeg().toBuffer(),
})
const tilesOf = (page: Page) => page.getByRole('main').locator('li[data-row-id]')
const tileOf = (page: Page, name: string) => tilesOf(page).filter({ hasText: name })

async function deleteRow(page: Page, name: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
}

test('what is deleted is undone at once, or restored from the trash, or told why not', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const email = 'restored@example.rw'
  const { id } = await staff.call('POST', '/admin/subscribers/', { email })
  await openDashboard(page, `/dashboard/newsletter?search=${email}`)
  await deleteRow(page, email)
  await expect(stripOf(page, `${email} has been deleted.`)).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(stripOf(page, `${email} is restored.`)).toBeVisible()
  await expect(rowOf(page, email)).toBeVisible()

  // Meanwhile they have subscribed again.
  await staff.call('DELETE', `/admin/subscribers/${id}/`)
  const again = await staff.call('POST', '/admin/subscribers/', { email })
  await page.goto('/dashboard/trash?kind=subscriber')
  await rowOf(page, email).getByRole('button', { name: email, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This address is in the list again')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await staff.call('DELETE', `/admin/subscribers/${again.id}/`)
  await expect(rowsOf(page)).toHaveCount(2)

  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(notificationOf(page, '1 item deleted for good.')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(1)
  await rowsOf(page).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(stripOf(page, '1 item is restored now.')).toBeVisible()
  await expect(page.getByText('No items match')).toBeVisible()
  await page.goto('about:blank')
})

test('a deletion from a page of its own is told and undone on the list', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const cohort = await staff.createCohort({ name: 'Trash Cohort' })
  const { id } = await apply(site.url, {
    cohort: cohort.id,
    first_name: 'Gisèle',
    last_name: "N'Dour",
  })
  await openDashboard(page, `/dashboard/applications/${id}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/dashboard\/applications$/)
  const name = "The application of Gisèle N'Dour"
  await stripOf(page, `${name} has been deleted.`).getByRole('button', { name: 'Undo' }).click()
  await expect(stripOf(page, `${name} is restored.`)).toBeVisible()
  await page.goto(`/dashboard/applications/${id}`)
  await expect(page.getByRole('heading', { name: "Gisèle N'Dour" })).toBeVisible()
  await page.goto('about:blank')
})

test('pictures are uploaded, described, replaced everywhere and back, and deleted when unused', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  await openDashboard(page, '/dashboard/images')
  await expect(tilesOf(page)).toHaveCount(10)
  await page
    .getByLabel('Pictures to upload')
    .setInputFiles([
      await picture('red.jpg', 400),
      { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('No picture at all') },
      await picture('blue.jpg', 410),
    ])
  await expect(page.getByRole('main').getByRole('alert')).toContainText('notes.jpg: This is not a')
  await expect(tileOf(page, 'blue.jpg')).toContainText('410 × 300')
  await expect(tileOf(page, 'red.jpg')).toContainText('Not used')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  const { results } = await staff.call('GET', '/admin/images/?search=red.jpg')
  await staff.call('POST', '/website/team-members/', {
    full_name: 'İnci Pınar',
    position: 'Mentor',
    profile_picture: results[0].address,
  })
  await page.reload()
  await expect(tileOf(page, 'red.jpg')).toContainText('In 1 place')
  await tileOf(page, 'red.jpg')
    .getByRole('button', { name: /red\.jpg/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link', { name: 'İnci Pınar' })).toBeVisible()
  await dialog.getByLabel('What the picture shows').fill("İnci's two halves")
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(tileOf(page, "İnci's two halves")).toBeVisible()

  await page.getByRole('button', { name: "Actions for İnci's two halves" }).click()
  await page.getByRole('menuitem', { name: 'Replace everywhere' }).click()
  await dialog.getByRole('button', { name: 'From the library' }).click()
  const chooser = page.getByRole('dialog', { name: 'Choose a picture' })
  await chooser.getByLabel(/^Search/).fill('blue')
  await chooser.getByRole('button', { name: /blue\.jpg/ }).click()
  await dialog.getByRole('button', { name: 'Replace everywhere' }).click()
  await expect(stripOf(page, "İnci's two halves is replaced in 1 place.")).toBeVisible()
  await expect(tileOf(page, '410 × 300')).toContainText('In 1 place')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(stripOf(page, "İnci's two halves is back in its places.")).toBeVisible()
  await expect(tileOf(page, '410 × 300')).toContainText('Not used')
  await page.goto('about:blank')
})

test('pictures are stored after their page was left, and what fails then is told', async ({
  page,
}) => {
  const isAsked = () =>
    page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await openDashboard(page, '/dashboard/images')
  await expect(tilesOf(page).first()).toBeVisible()
  const release = await keepBack(page, '**/api/admin/images/', { method: 'POST' })
  await page
    .getByLabel('Pictures to upload')
    .setInputFiles([
      await picture('left behind.jpg', 420),
      { name: 'words.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('No picture either') },
    ])
  await expect.poll(isAsked).toBe(true)
  await page.getByRole('link', { name: 'Trash' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
  expect(await isAsked()).toBe(true)
  release()
  await expect(notificationOf(page, /^words\.jpg: This is not a/)).toBeVisible()
  expect(await isAsked()).toBe(false)
  await page.goto('/dashboard/images')
  await expect(tileOf(page, 'left behind.jpg')).toContainText('420 × 300')
  await page.goto('about:blank')
})

test('an editor is told why the logo of a partner is not theirs to replace', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const { address: logo } = await staff.upload((await picture('logo.jpg', 420)).buffer)
  await staff.call('PATCH', '/admin/settings/partners/', {
    partners: [{ name: 'Kivu Cloud', logo, url: '', is_visible: true }],
  })
  const editor = await createUser(site.url, 'Logo Editor', 'EDITOR')
  await openDashboard(page, '/dashboard/images', editor)
  await tileOf(page, '420 × 300')
    .getByRole('button', { name: /^Actions for/ })
    .press('Enter')
  await page.getByRole('menuitem', { name: 'Replace everywhere' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    'This picture is used in the settings, which your role may not change.',
  )
  await expect(dialog.getByRole('button', { name: 'Replace everywhere' })).toBeHidden()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')
  await expect(dialog).toBeHidden()
  await page.goto('about:blank')
})

test('unused pictures are chosen by keys, deleted, and brought back', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  for (const width of [500, 510]) await staff.upload((await picture('one.jpg', width)).buffer)
  const line = Promise.withResolvers<void>()
  await page.route(/\/images\/[^/]+\/\d+\.\w+$/, (route) =>
    line.promise.then(() => route.continue()),
  )
  await openDashboard(page, '/dashboard/images?use=unused&search=picture.jpg')
  await expect(tilesOf(page)).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  line.resolve()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No pictures match')).toBeVisible()
  await stripOf(page, '2 pictures deleted.').getByRole('button', { name: 'Undo' }).click()
  await expect(stripOf(page, '2 images restored.')).toBeVisible()
  await expect(tilesOf(page)).toHaveCount(2)
  await page.goto('about:blank')
})

test('a stored picture is inserted into an article with what it shows', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  await openDashboard(page, '/dashboard/news')
  const { id } = await staff.call('POST', '/dashboard/news/drafts/')
  await page.goto(`/dashboard/news/${id}`)
  await page.getByRole('textbox', { name: 'Content' }).click()
  await page.getByRole('button', { name: 'Picture from the library' }).click()
  const chooser = page.getByRole('dialog', { name: 'Choose a picture' })
  await chooser.getByLabel(/^Search/).fill('grace')
  await chooser.getByRole('button', { name: /Portrait of Grace Ishimwe/ }).click()
  const inserted = page.getByRole('textbox', { name: 'Content' }).getByRole('img')
  await expect(inserted).toHaveAttribute('alt', 'Portrait of Grace Ishimwe')
  await page.getByRole('button', { name: 'From the library', exact: true }).click()
  await expect(chooser.getByRole('button', { name: /Portrait of/ }).first()).toBeVisible()
  await expectAccessible(page)
  await chooser
    .getByRole('button', { name: /Portrait of/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Another banner' })).toBeVisible()
  await page.goto('about:blank')
})

test('an upload shows the bytes that have been sent', async ({ page }) => {
  await openDashboard(page, '/dashboard/images')
  const client = await page.context().newCDPSession(page)
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    uploadThroughput: 200_000 / 8,
    downloadThroughput: 2_000_000,
  })
  const pixels = randomBytes(320 * 320 * 3)
  const buffer = await sharp(pixels, { raw: { width: 320, height: 320, channels: 3 } })
    .png()
    .toBuffer()
  await page
    .getByLabel('Pictures to upload')
    .setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^[1-9]\d$/)
  await expect(page.getByText(/^\d+ kB of \d+ kB sent$/)).toBeVisible()
  await expect(page.getByText('1 picture stored.')).toBeVisible({ timeout: 60_000 })
})

test('the buttons of a picture are reached by keys in the order in which they stand', async ({
  page,
  site,
}) => {
  const { upload } = await signInAsAdmin(site.url)
  const { address } = await upload(await redAndBlue(1600, 900).jpeg().toBuffer())
  const id = await createEvent(site.url, { title: 'With a picture', image: address })
  await page.setViewportSize({ width: 1280, height: 900 })
  await openDashboard(page, `/dashboard/events/${id}/edit`)
  const replace = page.getByText('Replace', { exact: true })
  await expect(replace).toBeVisible()
  await page.getByLabel('Picture', { exact: true }).focus()
  const stops = [await replace.boundingBox()]
  for (const name of ['From the library', 'Crop and focus', 'Remove']) {
    await page.keyboard.press('Tab')
    const button = page.getByRole('button', { name, exact: true })
    await expect(button).toBeFocused()
    stops.push(await button.boundingBox())
  }
  const places = stops.map((box) => box?.x ?? 0)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('the library gives the focus back to what opened it, in a dialog as on a page', async ({
  page,
  site,
}) => {
  const staff = await signInAsAdmin(site.url)
  const full_name = 'Focused Member'
  await staff.call('POST', '/website/team-members/', { full_name, position: 'Mentor' })
  const chooser = page.getByRole('dialog', { name: 'Choose a picture' })
  const library = page.getByRole('button', { name: 'From the library', exact: true })
  await openDashboard(page, `/dashboard/team?search=${encodeURIComponent(full_name)}`)
  await page.getByRole('button', { name: full_name, exact: true }).press('Enter')
  await library.press('Enter')
  await expect(chooser.getByLabel(/^Search/)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(chooser).toBeHidden()
  await expect(library).toBeFocused()
  await library.press('Enter')
  await chooser
    .getByRole('button', { name: /Portrait of/ })
    .first()
    .press('Enter')
  await expect(chooser).toBeHidden()
  await expect(library).toBeFocused()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto('/dashboard/events/new')
  await library.press('Enter')
  await expect(chooser.getByLabel(/^Search/)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(library).toBeFocused()
})
