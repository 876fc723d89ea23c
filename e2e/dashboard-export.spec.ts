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
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(new RegExp(`\\${extension}$`))
    const text = read(await readFile(await download.path()))
    for (const { email } of inside) expect(text).toContain(email)
    expect(text).not.toContain(outside.email)
  })
}

test.describe('an export that fails', () => {
  test.use({ expectedErrors: [/export/] })
  test('says so', async ({ page }) => {
    await openDashboard(page, '/dashboard/applications')
    await page.route('**/api/admin/applications/export/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    await expect(page.getByText(/^The export failed\./)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export' })).toBeEnabled()
  })
})

/** All text of a workbook: its sheets and its shared strings. */
function textOfWorkbook(bytes: Buffer) {
  const parts = Object.entries(unzipSync(new Uint8Array(bytes)))
  const sheets = parts.filter(([path]) => path.endsWith('.xml'))
  return sheets.map(([, part]) => strFromU8(part)).join('\n')
}
