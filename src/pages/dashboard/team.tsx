import { MemberTable } from '#features/team/dashboard/member-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Team')

export default function TeamPage() {
  return <MemberTable />
}
