import { ApplicationList } from '#features/applications/dashboard/application-list.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Applications')

export default function ApplicationsPage() {
  return <ApplicationList />
}
