import { useParams } from 'react-router'
import { CohortEmailsEditor } from '#features/applications/dashboard/cohort-emails.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Emails of a cohort')

export default function CohortEmailsPage() {
  const id = Number(useParams().id)
  return <CohortEmailsEditor key={id} id={id} />
}
