import { InterviewAgenda } from '#features/interviews/dashboard/agenda.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Interviews')

export default function InterviewsPage() {
  return <InterviewAgenda />
}
