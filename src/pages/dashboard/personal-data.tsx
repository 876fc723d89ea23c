import { PersonalData } from '#features/personal-data/dashboard/personal-data.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Personal data')

export default function PersonalDataPage() {
  return <PersonalData />
}
