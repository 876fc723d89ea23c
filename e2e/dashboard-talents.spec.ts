import { readFile } from 'node:fs/promises'
import { consent } from '../src/features/talents/validation.ts'
import {
  colleagueSeen,
  openDashboard,
  rowOf,
  rowsOf,
  setStatus,
  stripOf,
} from './support/dashboard.ts'
import { pdfFile } from './support/files.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, test } from './support/test.ts'
import { uniqueEmail } from './support/wizard.ts'

test.use({ changesForGood: 'statuses of talents' })

/** Registers a talent through the API. */
async function register(siteUrl: string) {
  const { form_token } = await (await fetch(`${siteUrl}/api/website/form-token/`)).json()
  const { name, mimeType, buffer } = await pdfFile()
  const body = new FormData()
  const values = {
    first_name: 'Aline',
    last_name: 'Uwase',
    email: uniqueEmail(),
    form_token,
    phone_number: '+250788123456',
    location: 'Kigali, Rwanda',
    headline: 'Developer',
    skills: 'React, Figma',
    level: 'MID',
    years: '4',
    availability: 'NOW',
    work_mode: 'REMOTE',
    consent: consent.version,
  }
  for (const [field, value] of Object.entries(values)) body.set(field, value)
  body.set('resume', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const response = await fetch(`${siteUrl}/api/website/talents/`, { method: 'POST', body })
  expect(response.status, await response.text()).toBe(201)
}

test('talents are filtered by skill, opened, changed in status and deleted', async ({ page }) => {
  await openDashboard(page, '/dashboard/talents')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('button', { name: /^Skill/ }).click()
  await page.getByRole('checkbox', { name: /^TypeScript \(/ }).check()
  await page.keyboard.press('Escape')
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(page).toHaveURL(/skill=TypeScript/)
  await rowOf(page, 'Thierry Byiringiro').getByRole('link').click()
  await expect(page.getByRole('list', { name: 'Skills' })).toContainText('PostgreSQL')
  await expect(page.getByTitle(/^Resume: thierry-byiringiro/)).toBeVisible()

  await setStatus(page, 'Thierry Byiringiro', 'Placed')
  await expect(stripOf(page, 'Thierry Byiringiro: Contacted → Placed')).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/dashboard\/talents\?skill=TypeScript$/)
  await expect(rowsOf(page)).toHaveCount(1)
})

test('talents are exported, changed on every page by their filter, and walked through', async ({
  page,
  site,
}) => {
  await openDashboard(page, '/dashboard/talents?level=MID,SENIOR&page_size=10&ordering=name')
  await expect(rowsOf(page).first()).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const text = String(await readFile(await (await downloading).path()))
  expect(text).toContain('Mid-level')
  expect(text).not.toContain('Junior')

  await rowsOf(page).first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Resume' })).toBeVisible()
  const first = await page.getByRole('heading', { level: 1 }).textContent()
  await page.getByRole('link', { name: 'Next talent' }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(first ?? '')
  await page.getByRole('link', { name: 'Previous talent' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first ?? '')

  for (let number = 0; number < 6; number += 1) await register(site.url)
  await page.goto('/dashboard/talents?ordering=name')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: /^Select all \d+ that match/ }).press('Enter')
  await page.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Status').selectOption('Archived')
  await dialog.getByRole('button', { name: 'Change status' }).click()
  await expect(stripOf(page, /talents are archived now/)).toBeVisible()
  await page.goto('/dashboard/talents?status=NEW,CONTACTED,PLACED')
  await expect(page.getByText('No talents match')).toBeVisible()
  await page.goto('/dashboard/batches')
  await expect(rowsOf(page).first()).toContainText(/talents/i)
})

test.describe('a talent whom a colleague decides on at the same time', () => {
  test.use({ expectedErrors: /409.*\/status\// })

  test('gets no second decision before the first was seen', async ({ page, site }) => {
    await register(site.url)
    const staff = await signInAsAdmin(site.url)
    const { results } = await staff.call('GET', '/admin/talents/?ordering=-created_at')
    const { id } = results[0]
    await openDashboard(page, `/dashboard/talents/${id}`)
    await page.getByRole('button', { name: 'Change status' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New status').selectOption('Spam')
    const path = `/admin/talents/${id}/`
    const seen = colleagueSeen(page, path, (row) => 'status' in row && row.status === 'PLACED')
    await staff.call('PATCH', `${path}status/`, { status: 'PLACED' })
    await seen
    await dialog.getByRole('button', { name: 'Change status' }).click()
    await expect(dialog.getByRole('alert')).toContainText('by Administrator (status)')
    expect((await staff.call('GET', path)).status).toBe('PLACED')
    await dialog.getByRole('button', { name: 'Change status' }).click()
    await expect(stripOf(page, 'Placed → Spam')).toBeVisible()
  })
})
