import type { Page } from '@playwright/test'
import { pdfFile } from './support/files.ts'
import { untilPainted } from './support/kept-back.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, test } from './support/test.ts'
import { fillDetails, submitButton, uniqueEmail } from './support/wizard.ts'

test.use({ javaScriptEnabled: false, expectedErrors: /status of 400/ })

const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const select = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Select ${name}`) }).first()

/** Chooses a cohort and a tech stack by pressing buttons alone. */
async function choose(page: Page, cohort = 'Kigali Web Cohort 12') {
  await page.goto('/cohort-application')
  const shown = page.getByText(/^Page \d+ of/)
  while (!(await select(page, cohort).isVisible())) {
    const before = (await shown.textContent()) ?? ''
    await page.getByRole('button', { name: 'Load More Cohorts' }).click()
    await expect(shown).not.toHaveText(before)
  }
  await select(page, cohort).click()
  await expect(heading(page, 'Choose Your Tech Stack')).toBeVisible()
  await select(page, 'REACT DEVELOPMENT').click()
  await expect(heading(page, 'Personal Details & Resume')).toBeVisible()
  await expect(page.getByText(`${cohort} · React Development`)).toBeVisible()
}

async function expectConfirmed(page: Page, cohort = 'Kigali Web Cohort 12') {
  await expect(heading(page, 'Application Submitted!')).toBeVisible()
  for (const text of [cohort, 'React Development', 'weeks']) {
    await expect(page.getByRole('definition').filter({ hasText: text })).toBeVisible()
  }
}

/** Without JavaScript, the file field shows the name itself. */
const fill = async (page: Page, email: string) => {
  await fillDetails(page, email)
  await page.getByLabel('Resume').setInputFiles(await pdfFile())
}

for (const width of [360, 1280]) {
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('a talent applies with a resume, and a reload of the confirmation sends nothing', async ({
      page,
      site,
    }) => {
      const email = uniqueEmail()
      await choose(page)
      await fill(page, email)
      await page.getByRole('radio', { name: 'Beginner 0-1 years' }).check()
      await page.getByLabel('Motivation').fill('I want to build what my town needs.')
      await submitButton(page).click()
      await expectConfirmed(page)
      await page.reload()
      await expectConfirmed(page)
      const staff = await signInAsAdmin(site.url)
      expect(await staff.applicationsOf(email)).toMatchObject([
        { email, tech_stack: 'react-js', level: 'BEGINER', resume: { name: 'aline-resume.pdf' } },
      ])
    })

    test('errors stand at their fields, and what was typed stays', async ({ page, site }) => {
      const email = uniqueEmail()
      await choose(page)
      await submitButton(page).click()
      const form = page.getByRole('form', { name: 'Personal details' })
      await expect(form.getByRole('alert').first()).toHaveText('Please check the marked fields.')
      for (const field of ['First name', 'National ID', 'Gender', 'Email', 'Resume']) {
        await expect(form.getByText(`${field} is required`)).toBeVisible()
      }
      await fill(page, 'aline@example')
      await submitButton(page).click()
      await expect(form.getByText('Please enter a valid email')).toBeVisible()
      await expect(form.getByText('Please choose your resume again')).toBeVisible()
      await expect(page.getByLabel('First name')).toHaveValue('Aline')
      await expect(page.getByRole('radio', { name: 'Female' })).toBeChecked()
      await expect(page.getByText('Kigali Web Cohort 12 · React Development')).toBeVisible()
      await page.getByRole('main').getByLabel('Email').fill(email)
      await page.getByLabel('Resume').setInputFiles(await pdfFile())
      await submitButton(page).click()
      await expectConfirmed(page)
      const staff = await signInAsAdmin(site.url)
      expect(await staff.applicationsOf(email)).toHaveLength(1)
    })
  })
}

test('a cohort that closes meanwhile is replaced in the form', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const email = uniqueEmail()
  const { id, name } = await staff.createCohort({ name: `Closing ${uniqueEmail().slice(10, 18)}` })
  await choose(page, name)
  await fill(page, email)
  await staff.call('PATCH', `/admin/cohorts/${id}/`, { status: 'closed' })
  await submitButton(page).click()
  await expect(page.getByText('This cohort is not open for applications')).toBeVisible()
  await page.getByLabel('Cohort').selectOption({ label: 'Kigali Web Cohort 12' })
  await page.getByLabel('Resume').setInputFiles(await pdfFile())
  await submitButton(page).click()
  await expectConfirmed(page)
  expect(await staff.applicationsOf(email)).toMatchObject([{ cohort_name: 'Kigali Web Cohort 12' }])
})

test('each step can be gone back from, and keeps what is chosen', async ({ page }) => {
  await choose(page)
  await page.getByRole('link', { name: 'Choose another cohort or tech stack' }).click()
  await expect(page.getByRole('button', { name: 'Selected REACT DEVELOPMENT' })).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(heading(page, 'Select Cohort')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Selected Kigali Web Cohort 12' })).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Choose Your Tech Stack')).toBeVisible()
})

test('another cohort than the chosen one leads to the tech stacks, and more cohorts keep both choices', async ({
  page,
}) => {
  await choose(page)
  const { searchParams } = new URL(page.url())
  const kept = `cohort=${searchParams.get('cohort')}&tech_stack=${searchParams.get('tech_stack')}`
  await page.goto(`/cohort-application?${kept}&step=1`)
  await page.getByRole('button', { name: 'Load More Cohorts' }).click()
  await expect(page.getByText('Page 2 of')).toBeVisible()
  await expect(heading(page, 'Select Cohort')).toBeVisible()
  const { searchParams: asked } = new URL(page.url())
  expect(asked.get('cohort')).toBe(searchParams.get('cohort'))
  await select(page, '').click()
  await expect(heading(page, 'Choose Your Tech Stack')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Selected REACT DEVELOPMENT' })).toBeVisible()
})

test('every step can be used by the keyboard alone', async ({ page }) => {
  const pressEnter = async () => {
    await untilPainted(page)
    await page.keyboard.press('Enter')
  }
  await page.goto('/cohort-application')
  await select(page, '').focus()
  await pressEnter()
  await expect(heading(page, 'Choose Your Tech Stack')).toBeVisible()
  await select(page, '').focus()
  await pressEnter()
  await page.getByLabel('First name').focus()
  await pressEnter()
  await expect(page.getByText('First name is required')).toBeVisible()
})
