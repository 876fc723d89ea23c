import { Profile } from '#features/accounts/dashboard/profile.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Profile')

export default function ProfilePage() {
  return <Profile />
}
