import { pdfFile } from './support/files.ts'
import { keepBack } from './support/kept-back.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, openHydrated, test } from './support/test.ts'
import {
  chooseCohort,
  chooseTechStack,
  expectSubmitted,
  fillDetails,
  fillWizard,
  openWizard,
  submitButton,
  uniqueEmail,
} from './support/wizard.ts'

test("the browser's Back goes one step back and loses nothing", async ({ page }) => {
  await fillWizard(page, uniqueEmail(), await pdfFile())
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Choose Your Tech Stack' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Selected REACT DEVELOPMENT' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Select Cohort' })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Selected/ })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Choose Your Tech Stack' })).toBeFocused()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Aline')
  await expect(page.getByRole('radio', { name: 'Female' })).toBeChecked()
  await expect(page.getByText('aline-resume.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page).toHaveURL(/step=2$/)
  await page.goForward()
  await expect(page.getByLabel('National ID')).toHaveValue('1200270000000101')
})

test.describe('on a slow connection', () => {
  test.use({ expectedErrors: /Failed to load resource|could not be loaded/ })

  test('who goes on to a field while more cohorts load keeps the focus there', async ({ page }) => {
    await openWizard(page)
    const call = '**/api/website/cohorts/**'
    const field = page.getByRole('contentinfo').getByLabel('Email for the newsletter')
    const lose = await keepBack(page, call, { isLost: true })
    await page.getByRole('button', { name: 'Load More Cohorts' }).click()
    await field.pressSequentially('a')
    lose()
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await expect(field).toBeFocused()

    await page.unroute(call)
    await again.click()
    await expect(page.getByText(/^Showing 4 of/)).toBeVisible()
    const more = page.getByRole('button', { name: 'Load More Cohorts' })
    while (await more.isVisible()) {
      const release = await keepBack(page, call)
      const shown = await page.getByText(/^Showing \d+ of/).textContent()
      await more.click()
      await field.pressSequentially('a')
      release()
      await expect(page.getByText(/^Showing \d+ of/)).not.toHaveText(shown ?? '')
    }
    await expect(field).toBeFocused()
  })
})

test('a double click goes one step on, and Previous one back', async ({ page }) => {
  await openWizard(page)
  await page.getByRole('button', { name: 'Load More Cohorts' }).click()
  const first = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Select / }) })
    .first()
  // The click on the button below the cards may have scrolled it away.
  await first.scrollIntoViewIfNeeded()
  const card = await first.boundingBox()
  if (!card) throw new Error('No cohort can be chosen')
  // A real double click: the next step appears before the second click.
  await page.mouse.click(card.x + card.width / 2, card.y + card.height / 2)
  await expect(page.getByRole('heading', { name: 'Choose Your Tech Stack' })).toBeFocused()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await page.getByRole('button', { name: 'Previous' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Select Cohort' })).toBeFocused()
  await page.getByRole('button', { name: /^Selected/ }).dblclick()
  await expect(page.getByRole('heading', { name: 'Choose Your Tech Stack' })).toBeFocused()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByRole('heading', { name: 'Select Cohort' })).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('the second of two taps, which counts as another first one, does nothing in the next step', async ({
    page,
  }) => {
    await openWizard(page)
    // As soon as the step is there, as a finger may be. Keys, and what the page presses itself, have no count.
    const taken = page.evaluate(
      () =>
        new Promise<boolean[]>((resolve) => {
          addEventListener('focusin', ({ target }) => {
            if (!(target instanceof HTMLHeadingElement)) return
            const press = (detail: number) =>
              target.dispatchEvent(
                new MouseEvent('click', { bubbles: true, cancelable: true, detail }),
              )
            resolve([press(1), press(0)])
          })
        }),
    )
    await chooseCohort(page)
    expect(await taken).toEqual([false, true])
  })
})

test('each step is announced, and starts at the top', async ({ page }) => {
  await openWizard(page)
  await page.setViewportSize({ width: 390, height: 400 })
  const scrolled = () => page.evaluate(() => scrollY)
  await page.getByRole('button', { name: 'Load More Cohorts' }).click()
  const last = page.getByRole('button', { name: /^Select/ }).last()
  await last.scrollIntoViewIfNeeded()
  expect(await scrolled()).toBeGreaterThan(0)
  await last.click()
  const said = page.getByRole('status').filter({ hasText: 'Step 2 of 4: Choose Your Tech Stack' })
  await expect(said).toBeAttached()
  await expect.poll(scrolled).toBe(0)
})

test('a reload and a shared link lead to the same step, with what is chosen', async ({ page }) => {
  await openWizard(page)
  await chooseCohort(page)
  await page.reload({ waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { name: 'Choose Your Tech Stack' })).toBeVisible()
  await chooseTechStack(page)
  const shared = page.url()
  await page.goto('about:blank')
  await page.goto(shared)
  await expect(page.getByLabel('First name')).toBeVisible()
  await expect(page.getByText(/^Still needed:/)).toBeVisible()
  // The history has no steps of the wizard.
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByRole('button', { name: 'Selected REACT DEVELOPMENT' })).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByRole('button', { name: /^Selected/ })).toBeVisible()
})

test('a link to a step whose choices are missing starts at step 1', async ({ page }) => {
  await openWizard(page, '/cohort-application?step=3')
  await expect(page).toHaveURL(/\/cohort-application$/)
})

test('what is typed and chosen before the form is hydrated stays, and is sent', async ({
  page,
  site,
}) => {
  const email = uniqueEmail()
  await openWizard(page)
  await chooseCohort(page)
  await chooseTechStack(page)
  const load = await keepBack(page, '**/personal-details-form-*.js')
  await page.goto(page.url(), { waitUntil: 'commit' })
  await fillDetails(page, email)
  await page.getByLabel('Resume').setInputFiles(await pdfFile())
  load()
  await expect(page.getByText('aline-resume.pdf')).toBeVisible()
  await expect(page.getByText(/^Still needed:/)).toBeHidden()
  await expect(page.getByLabel('First name')).toHaveValue('Aline')
  await submitButton(page).click()
  await expectSubmitted(page)
  const staff = await signInAsAdmin(site.url)
  expect(await staff.applicationsOf(email)).toHaveLength(1)
})

test('leaving a filled form asks first', async ({ page }) => {
  await fillWizard(page, uniqueEmail(), await pdfFile())
  const home = page.getByRole('banner').getByRole('link').first()
  await home.click()
  const dialog = page.getByRole('dialog', { name: 'Leave without sending your application?' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('First name')).toHaveValue('Aline')
  await home.click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('staying in a filled form returns the focus to the link', async ({ page }) => {
  await fillWizard(page, uniqueEmail(), await pdfFile())
  const home = page.getByRole('banner').getByRole('link').first()
  await home.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Leave without sending your application?' })
  // The focus is on Stay, so that an Enter key held too long doesn't discard the typed text.
  await expect(dialog.getByRole('button', { name: 'Stay' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(home).toBeFocused()
})

test('closing a filled form asks first', async ({ page }) => {
  await openWizard(page)
  await chooseCohort(page)
  await chooseTechStack(page)
  await fillDetails(page, uniqueEmail())
  const asked = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
})

test('nothing of an application is stored in the browser', async ({ page }) => {
  await fillWizard(page, uniqueEmail(), await pdfFile())
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, document.cookie]))
  expect(stored).not.toContain('1200270000000101')
  const session = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  expect(session).not.toContain('1200270000000101')
})

test('after an application, Back neither shows the old form nor sends it again', async ({
  page,
}) => {
  await fillWizard(page, uniqueEmail(), await pdfFile())
  await submitButton(page).click()
  await expectSubmitted(page)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Select Cohort' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Selected/ })).toHaveCount(0)
  // Nobody has pressed Continue.
  await expect(page.getByText('Please select a cohort')).toHaveCount(0)
  await chooseCohort(page)
  await chooseTechStack(page)
  await expect(page.getByLabel('First name')).toHaveValue('')
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/$/)
})

test('a link opens the wizard at once, with placeholders until the cohorts are loaded', async ({
  page,
}) => {
  await openHydrated(page, '/services')
  const respond = await keepBack(page, '**/api/website/cohorts/**')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Apply Now' })
    .click()
  await expect(page).toHaveURL('/cohort-application')
  await expect(page.getByText('Loading cohorts...')).toBeAttached()
  respond()
  await expect(page.getByText(/^Showing 2 of \d+ cohorts$/)).toBeVisible()
})
