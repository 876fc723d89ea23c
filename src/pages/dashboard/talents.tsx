import { TalentList } from '#features/talents/dashboard/talent-list.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Talents')

export default function TalentsPage() {
  return <TalentList />
}
