import type { Route } from '@playwright/test'
import { fakePdfFile, pdfFile } from './support/files.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, test } from './support/test.ts'
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

test.describe('an error from the server', () => {
  test.use({ expectedErrors: /status of 400/ })

  test('is shown as a notification and at the field, and keeps the typed values', async ({
    page,
  }) => {
    await fillWizard(page, uniqueEmail(), fakePdfFile())
    await submitButton(page).click()
    await expect(page.getByRole('alert').getByText(/^RESUME: /)).toBeVisible()
    await expect(page.getByLabel('Resume')).toBeFocused()
    await expect(page.getByLabel('Resume')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('First name')).toHaveValue('Aline')
    await page.getByLabel('Resume').setInputFiles(await pdfFile())
    await submitButton(page).click()
    await expectSubmitted(page)
  })

  test('about a second application to a cohort is shown at the email', async ({ page }) => {
    const email = uniqueEmail()
    for (const _ of ['first', 'second']) {
      await fillWizard(page, email, await pdfFile())
      await submitButton(page).click()
      await expect(
        page
          .getByRole('alert')
          .or(page.getByRole('status'))
          .getByText(/EMAIL: |created/),
      ).toBeVisible()
    }
    await expect(page.getByRole('main').getByLabel('Email')).toBeFocused()
  })

  test('about a cohort that has closed leads back to step 1, and keeps the form', async ({
    page,
    site,
  }) => {
    const staff = await signInAsAdmin(site.url)
    const cohort = await staff.createCohort({ name: `Closing ${uniqueEmail().slice(10, 18)}` })
    await openWizard(page)
    await chooseCohort(page, cohort.name)
    await chooseTechStack(page)
    await fillDetails(page, uniqueEmail(), await pdfFile())
    await staff.call('PATCH', `/admin/cohorts/${cohort.id}/`, { status: 'closed' })
    await submitButton(page).click()

    await expect(page.getByRole('heading', { name: 'Select Cohort' })).toBeFocused()
    await expect(page.getByText(/^COHORT: /)).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect(page.getByRole('button', { name: `Select ${cohort.name}` })).toHaveCount(0)
    await chooseCohort(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('First name')).toHaveValue('Aline')
    await expect(page.getByText('aline-resume.pdf')).toBeVisible()
    await submitButton(page).click()
    await expectSubmitted(page)
  })

  test('about a cohort that has closed keeps the form of a resume that was read while it was sent', async ({
    page,
    site,
  }) => {
    const staff = await signInAsAdmin(site.url)
    const cohort = await staff.createCohort({ name: `Slow ${uniqueEmail().slice(10, 18)}` })
    await page.addInitScript(() => {
      const read = Blob.prototype.arrayBuffer
      File.prototype.arrayBuffer = async function arrayBuffer() {
        await new Promise((resolve) => addEventListener('read', resolve, { once: true }))
        const bytes = await read.call(this)
        // The form has rendered what it made of them by the second frame.
        const tell = () => dispatchEvent(new Event('rendered'))
        requestAnimationFrame(() => requestAnimationFrame(tell))
        return bytes
      }
    })
    await openWizard(page)
    await chooseCohort(page, cohort.name)
    await chooseTechStack(page)
    await fillDetails(page, uniqueEmail(), await pdfFile())
    await staff.call('PATCH', `/admin/cohorts/${cohort.id}/`, { status: 'closed' })
    const readWhileSent = async (route: Route) => {
      await page.evaluate(async () => {
        const rendered = new Promise((resolve) => addEventListener('rendered', resolve))
        dispatchEvent(new Event('read'))
        await rendered
      })
      await route.continue()
    }
    await page.route('**/api/website/application/', readWhileSent, { times: 1 })
    await submitButton(page).click()

    await expect(page.getByRole('heading', { name: 'Select Cohort' })).toBeFocused()
    await chooseCohort(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('First name')).toHaveValue('Aline')
    await expect(page.getByText('aline-resume.pdf')).toBeVisible()
    await submitButton(page).click()
    await expectSubmitted(page)
  })
})
