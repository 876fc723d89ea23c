import type { Page } from '@playwright/test'
import { createApplicants } from './applicants.ts'
import { openDashboard } from './dashboard.ts'
import { expect } from './test.ts'

const list = '/dashboard/applications'

/** Opens the review of a new cohort's applicants, the last one first. */
export async function openReview(page: Page, siteUrl: string, name: string, count: number) {
  const { staff, cohort, ids } = await createApplicants(siteUrl, name, count, 'Review')
  await openDashboard(page, `${list}?cohort_id=${cohort.id}&status=PENDING`)
  await page.getByRole('link', { name: 'Review', exact: true }).click()
  await expect(headingOf(page)).toHaveText(`Review Number${count}`)
  return { staff, cohort, ids }
}

export const headingOf = (page: Page) => page.getByRole('heading', { level: 1 })
