import { useParams } from 'react-router'
import { TalentDetailPage } from '#features/talents/dashboard/talent-detail.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Talent')

export default function TalentPage() {
  const id = Number(useParams().id)
  return <TalentDetailPage key={id} id={id} />
}
