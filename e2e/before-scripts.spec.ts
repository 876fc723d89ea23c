import type { Page } from '@playwright/test'
import { pdfFile } from './support/files.ts'
import { expectHeld, openWithoutAnyScript, openWithoutScripts } from './support/kept-back.ts'
import { serveMap } from './support/map.ts'
import { documentsOf, postsOf } from './support/posts.ts'
import { type Press, presses } from './support/presses.ts'
import { expect, hydrate, test } from './support/test.ts'
import { fillDetails, submitButton, uniqueEmail } from './support/wizard.ts'

// There is no such certificate.
test.use({ changesForGood: 'forms are sent', expectedErrors: /404.*\/verify\/X/ })

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first()

test.beforeEach(({ page }) => serveMap(page))

/** Presses before any script has come, again, and again once those have that do without React. */
async function pressOften(page: Page, what: Press) {
  const { releaseOwn, releaseOthers } = await openWithoutAnyScript(page, what.path)
  await what.fill?.(page)
  const pressed = what.pressed(page)
  const press = () => what.press?.(pressed) ?? pressed.click({ force: what.isDisabled ?? false })
  await press()
  if (!what.isLink) {
    await press()
    if (!what.press) await expectHeld(page)
  }
  releaseOwn()
  if (what.isLink || what.isOpened || what.isOwn) await what.done(page)
  else {
    await expect(page.locator('html')).toHaveAttribute('data-framed')
    await press()
  }
  releaseOthers()
}

for (const width of [360, 1280]) {
  test.describe(`at ${width} pixels, before any script has come`, () => {
    test.use({ viewport: { width, height: 800 } })

    for (const [name, what] of Object.entries(presses)) {
      if (what.widths && !what.widths.includes(width)) continue
      test(`a press on ${name} is done, and not again`, async ({ page }) => {
        const sent = postsOf(page)
        const documents = documentsOf(page)
        await pressOften(page, what)
        await what.done(page)
        await hydrate(page)
        await expectHeld(page, false)
        await what.done(page)
        expect(sent).toEqual(what.sent ? [expect.stringMatching(what.sent)] : [])
        // A form may be sent by the browser.
        if (!what.sent) expect(documents).toHaveLength(what.isLink || what.isOpened ? 2 : 1)
      })
    }

    test('an application is made, one press after the other', async ({ page }) => {
      test.slow()
      const release = await openWithoutScripts(page, '/cohort-application')
      await button(page, /^Select/).click()
      await expect(page.getByRole('heading', { name: 'Choose Your Tech Stack' })).toBeVisible()
      await button(page, 'Previous').click()
      await expect(button(page, /^Selected/)).toBeVisible()
      await button(page, /^Selected/).click()
      await button(page, /^Select REACT/).click()
      await expect(page.getByRole('heading', { name: 'Personal Details' })).toBeVisible()
      const sent = postsOf(page)
      await fillDetails(page, uniqueEmail())
      await page.getByLabel('Resume').setInputFiles(await pdfFile())
      for (let press = 0; press < 3; press += 1) await submitButton(page).click()
      release()
      // Where the script of the form comes too late, the browser sends it.
      await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
      expect(sent).toHaveLength(1)
    })
  })
}

test('Our story opens on hover, before any script has come', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openWithoutScripts(page, '/')
  // The script of the menus is at the end of the document.
  await expect(page.locator('html')).toHaveAttribute('data-framed')
  const link = page.getByRole('banner').getByRole('link', { name: 'Why Rwanda' })
  await page.getByRole('banner').getByRole('button', { name: 'Our story' }).hover()
  await expect(link).toBeVisible()
  await link.hover()
  await expect(link).toBeVisible()
  await page.mouse.move(600, 600)
  await expect(link).toBeHidden()
})
