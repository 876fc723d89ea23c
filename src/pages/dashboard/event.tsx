import { useParams } from 'react-router'
import { RegistrationPage } from '#features/events/dashboard/registration-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Registrations')

export default function EventPage() {
  const id = Number(useParams().id)
  return <RegistrationPage key={id} id={id} />
}
