import { InterviewTable } from '#features/interviews/dashboard/interview-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Invited to interviews')

export default function InterviewPeoplePage() {
  return <InterviewTable />
}
