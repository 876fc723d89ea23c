import { CohortTable } from '#features/cohorts/dashboard/cohort-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Cohorts')

export default function CohortsPage() {
  return <CohortTable />
}
