import { VisitReport } from '#features/analytics/dashboard/analytics-report.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Analytics')

export default function AnalyticsPage() {
  return <VisitReport />
}
