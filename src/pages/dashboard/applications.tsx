import { ApplicationTable } from '#features/applications/dashboard/application-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Applications')

export default function ApplicationsPage() {
  return <ApplicationTable />
}
