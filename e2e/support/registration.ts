import { expect, type Page } from '@playwright/test'
import type { TestFile } from './files.ts'
import type { signInAsAdmin } from './staff.ts'
import { openHydrated } from './test.ts'

export const form = (page: Page) => page.locator('form[action="/register"]')
export const field = (page: Page, label: string) => form(page).getByLabel(label)
export const resumeInput = (page: Page) => form(page).locator('input[name=resume]')
export const skillsInput = (page: Page) => form(page).getByRole('textbox', { name: 'Skills' })
export const registerButton = (page: Page) =>
  form(page).getByRole('button', { name: 'Register', exact: true })

/** All error messages of an empty form, in visual order. */
export const emptyProblems = [
  'First name is required',
  'Last name is required',
  'Email is required',
  'Phone number is required',
  'Please tell us where you live',
  'Please tell us in one line what you do',
  'Please name at least one skill',
  'Please choose your level',
  'Please tell us how many years you have worked',
  'Please choose when you could start',
  'Please choose how you want to work',
  'Resume is required',
  'Please agree first: without it we may not keep your profile',
]

const typed = {
  'First name': 'Aline',
  'Last name': 'Uwase',
  'Phone number': '+250 788 123 456',
  'Where do you live?': 'Kigali, Rwanda',
  'LinkedIn or portfolio': 'linkedin.com/in/aline-uwase',
  'What you do, in one line': 'Customer support specialist',
  'A few words about you': 'I listen first.',
  'Years of experience': '4',
  'Current or last role': 'Support agent',
}

/** Opens the page and waits until it is hydrated. */
export const openForm = (page: Page, path = '/register') => openHydrated(page, path)

/** Fills in everything except the resume. */
export async function fillForm(page: Page, email: string, skills = 'Customer support, French') {
  for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text)
  await field(page, 'Email').fill(email)
  await skillsInput(page).fill(skills)
  await form(page).getByRole('radio', { name: 'Senior' }).check()
  await field(page, 'When could you start?').selectOption('Within a month')
  await field(page, 'How do you want to work?').selectOption('Remote')
  await form(page).getByRole('checkbox').check()
}

export async function chooseResume(page: Page, file: TestFile) {
  await resumeInput(page).setInputFiles(file)
  await expect(form(page).getByText(file.name)).toBeVisible()
}

/** Expects the typed text and the choices to be unchanged. */
export async function expectKept(page: Page, email: string) {
  for (const [label, text] of Object.entries(typed)) {
    await expect(field(page, label)).toHaveValue(text)
  }
  await expect(field(page, 'Email')).toHaveValue(email)
  await expect(form(page).getByRole('radio', { name: 'Senior' })).toBeChecked()
  await expect(field(page, 'When could you start?')).toHaveValue('MONTH')
  await expect(field(page, 'How do you want to work?')).toHaveValue('REMOTE')
  await expect(form(page).getByRole('checkbox')).toBeChecked()
}

export const thanks = (page: Page) => page.getByRole('heading', { name: 'You are registered!' })

type StoredTalent = { id: number; email: string; skills: string[]; resume: { name: string } }

/** The stored talents with an email. */
export async function talentsOf(staff: Awaited<ReturnType<typeof signInAsAdmin>>, email: string) {
  const query = new URLSearchParams({ search: email })
  const { results } = await staff.call('GET', `/admin/talents/?${query}`)
  return results as StoredTalent[]
}
