import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Overview')

export default function OverviewPage() {
  return null
}
