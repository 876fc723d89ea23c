import { useParams } from 'react-router'
import { ApplicationDetailPage } from '#features/applications/dashboard/application-detail.tsx'
import { InterviewPanel } from '#features/interviews/dashboard/interview-panel.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Application')

export default function ApplicationPage() {
  const id = Number(useParams().id)
  return <ApplicationDetailPage key={id} id={id} InterviewPanel={InterviewPanel} />
}
