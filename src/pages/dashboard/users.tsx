import { UserTable } from '#features/accounts/dashboard/user-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Users')

export default function UsersPage() {
  return <UserTable />
}
