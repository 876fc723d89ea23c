import { UserList } from '#features/accounts/dashboard/user-list.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Users')

export default function UsersPage() {
  return <UserList />
}
