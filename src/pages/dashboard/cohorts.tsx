import { CohortTable } from '#features/cohorts/dashboard/cohort-list.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Cohorts')

export default function CohortsPage() {
  return <CohortTable />
}
