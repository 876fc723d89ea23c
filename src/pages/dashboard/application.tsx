import { useParams } from 'react-router'
import { ApplicationDetailPage } from '#features/applications/dashboard/application-detail.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'

const InterviewPanel = lazyComponent(
  () => import('#features/interviews/dashboard/interview-panel.tsx'),
  'InterviewPanel',
  null,
)

export const meta = () => dashboardMeta('Application')

export default function ApplicationPage() {
  const id = Number(useParams().id)
  return <ApplicationDetailPage key={id} id={id} InterviewPanel={InterviewPanel} />
}
