import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { apply, openDashboard, rowsOf } from './support/dashboard.ts'
import { signInAsAdmin } from './support/staff.ts'
import { expect, test } from './support/test.ts'

const formats = [
  { name: 'CSV', extension: '.csv', read: (bytes: Buffer) => bytes.toString('utf8') },
  { name: 'Excel (xlsx)', extension: '.xlsx', read: textOfWorkbook },
  {
    name: 'JSON',
    extension: '.json',
    read: (bytes: Buffer) => JSON.stringify(JSON.parse(String(bytes))),
  },
]

for (const { name, extension, read } of formats) {
  test(`an export to ${name} contains exactly the filtered rows`, async ({ page, site }) => {
    const staff = await signInAsAdmin(site.url)
    const cohort = await staff.createCohort({ name: `Export Cohort ${extension}` })
    const inside = [
      await apply(site.url, { cohort: cohort.id, last_name: 'Mukamana' }),
      await apply(site.url, { cohort: cohort.id, last_name: 'Nshuti' }),
    ]
    const other = await staff.createCohort({ name: `Another Cohort ${extension}` })
    const outside = await apply(site.url, { cohort: other.id })

    await openDashboard(page, `/dashboard/applications?cohort_id=${cohort.id}`)
    await expect(rowsOf(page)).toHaveCount(2)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(new RegExp(`\\${extension}$`))
    const text = read(await readFile(await download.path()))
    for (const { email } of inside) expect(text).toContain(email)
    expect(text).not.toContain(outside.email)
  })
}

test('the accepted women of two cohorts are one list and one export', async ({ page, site }) => {
  const staff = await signInAsAdmin(site.url)
  const names: string[] = []
  for (const name of ['Musanze Export A', 'Musanze Export B']) {
    const cohort = await staff.createCohort({ name })
    for (const status of ['ACCEPTED', 'REJECTED']) {
      const last_name = `${status}-${cohort.id}`
      const { id } = await apply(site.url, { cohort: cohort.id, last_name })
      await staff.call('POST', `/website/application/${id}/change-status/`, { status })
      if (status === 'ACCEPTED') names.push(last_name)
    }
  }
  await openDashboard(page, '/dashboard/applications?status=ACCEPTED&gender=FEMALE')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('button', { name: /^Cohort Any cohort/ }).click()
  await page.getByRole('searchbox', { name: 'Search cohort' }).fill('musanze export')
  await page.getByRole('checkbox', { name: 'Musanze Export A' }).check()
  await page.getByRole('checkbox', { name: 'Musanze Export B' }).check()
  await page.keyboard.press('Escape')
  await expect(rowsOf(page)).toHaveCount(2)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(
    /^applications-accepted-female-musanze-export-a-musanze-export-b-/,
  )
  const text = String(await readFile(await download.path()))
  for (const name of names) expect(text).toContain(name)
  expect(text).not.toContain('REJECTED')
  await page.getByRole('button', { name: 'Remove Cohort: Musanze Export B' }).click()
  await expect(rowsOf(page)).toHaveCount(1)
})

test.describe('an export that fails', () => {
  test.use({ expectedErrors: [/export/] })
  test('says so', async ({ page }) => {
    await openDashboard(page, '/dashboard/applications')
    await page.route('**/api/admin/applications/export/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    await expect(page.getByText(/^The export failed\./)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeEnabled()
  })
})

/** All text of a workbook: its sheets and its shared strings. */
function textOfWorkbook(bytes: Buffer) {
  const parts = Object.entries(unzipSync(new Uint8Array(bytes)))
  const sheets = parts.filter(([path]) => path.endsWith('.xml'))
  return sheets.map(([, part]) => strFromU8(part)).join('\n')
}
