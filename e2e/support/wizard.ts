import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { TestFile } from './files.ts'
import { openHydrated } from './test.ts'

export const uniqueEmail = () => `applicant-${randomUUID().slice(0, 8)}@example.rw`

/** Opens the wizard and hydrates it: what a test intercepts is then what its presses ask for. */
export async function openWizard(page: Page, address = '/cohort-application') {
  await openHydrated(page, address)
  await expect(page.getByRole('heading', { name: 'Select Cohort' })).toBeVisible()
}

/** Chooses a cohort by name, or any open one, and loads more cohorts until it is found. */
export async function chooseCohort(page: Page, name = '') {
  const select = page.getByRole('button', { name: new RegExp(`^Select ${name}`) }).first()
  const more = page.getByRole('button', { name: 'Load More Cohorts' })
  const shown = page.getByText(/^Page \d+ of/)
  while (!(await select.isVisible())) {
    const before = await shown.textContent()
    await more.click()
    await expect(shown).not.toHaveText(before ?? '')
  }
  await select.click()
  await expect(page.getByRole('heading', { name: 'Choose Your Tech Stack' })).toBeFocused()
}

export async function chooseTechStack(page: Page, name = 'REACT DEVELOPMENT') {
  await page.getByRole('button', { name: `Select ${name}` }).click()
  await expect(page.getByRole('heading', { name: 'Personal Details & Resume' })).toBeFocused()
  await expect(page.getByLabel('First name')).toBeVisible()
}

export async function fillDetails(page: Page, email: string, resume?: TestFile) {
  await page.getByLabel('First name').fill('Aline')
  await page.getByLabel('Last name').fill('Uwase')
  await page.getByLabel('Date of birth').fill('2002-05-17')
  await page.getByLabel('National ID').fill('1200270000000101')
  await page.getByRole('radio', { name: 'Female' }).check()
  await page.getByRole('main').getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Phone number', exact: true }).fill('+250788123456')
  if (resume) {
    await page.getByLabel('Resume').setInputFiles(resume)
    await expect(page.getByText(resume.name)).toBeVisible()
  }
}

/** Fills in the first three steps, up to the Submit button. */
export async function fillWizard(page: Page, email: string, resume: TestFile, address?: string) {
  await openWizard(page, address)
  await chooseCohort(page)
  await chooseTechStack(page)
  await fillDetails(page, email, resume)
}

export const submitButton = (page: Page) => page.getByRole('button', { name: /^Submit/ })

export const expectSubmitted = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeFocused()
