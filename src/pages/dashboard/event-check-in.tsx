import { useParams } from 'react-router'
import { CheckInPage } from '#features/events/dashboard/check-in-page.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Check-in')

export default function EventCheckInPage() {
  const id = Number(useParams().id)
  return <CheckInPage key={id} id={id} />
}
