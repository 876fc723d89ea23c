import { useParams } from 'react-router'
import { CriteriaEditor } from '#features/applications/dashboard/criteria-editor.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Scoring criteria')

export default function CohortCriteriaPage() {
  const id = Number(useParams().id)
  return <CriteriaEditor key={id} id={id} />
}
