import { ApplicationComparison } from '#features/applications/dashboard/application-comparison.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Compare applications')

export default function ApplicationComparePage() {
  return <ApplicationComparison />
}
