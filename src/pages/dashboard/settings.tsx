import { Navigate, useParams } from 'react-router'
import { SettingsScreen } from '#features/settings/dashboard/settings.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'
import { settingSections } from '#shared/settings.ts'

export const meta = () => dashboardMeta('Settings')

export default function SettingsPage() {
  const { section } = useParams()
  const known = settingSections.find((one) => one === (section ?? 'contact'))
  if (!known) return <Navigate replace to="/dashboard/settings" />
  return <SettingsScreen section={known} />
}
