import { expect, type Page } from '@playwright/test'
import { apply, openDashboard, rowsOf } from './dashboard.ts'
import { signInAsAdmin } from './staff.ts'

/** Creates a cohort with so many applicants: Batch Number1, Batch Number2… */
export async function createApplicants(
  siteUrl: string,
  name: string,
  count: number,
  first_name = 'Batch',
) {
  const staff = await signInAsAdmin(siteUrl)
  const cohort = await staff.createCohort({ name })
  const ids: number[] = []
  for (let index = 1; index <= count; index += 1) {
    const last_name = `Number${index}`
    ids.push((await apply(siteUrl, { cohort: cohort.id, first_name, last_name })).id)
  }
  return { staff, cohort, ids }
}

/** Opens the list of a new cohort with so many applicants, ten on a page. */
export async function openCohort(page: Page, siteUrl: string, name: string, count: number) {
  const { staff, cohort, ids } = await createApplicants(siteUrl, name, count)
  await openDashboard(page, `/dashboard/applications?cohort_id=${cohort.id}`)
  await expect(rowsOf(page)).toHaveCount(Math.min(10, count))
  return { staff, ids }
}

export const selectPage = (page: Page) =>
  page.getByRole('checkbox', { name: 'Select all on this page' }).check()
