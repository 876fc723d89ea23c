import { TalentTable } from '#features/talents/dashboard/talent-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Talents')

export default function TalentsPage() {
  return <TalentTable />
}
