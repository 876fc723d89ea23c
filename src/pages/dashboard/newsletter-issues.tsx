import { IssueTable } from '#features/newsletter/dashboard/issue-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Newsletter issues')

export default function NewsletterIssuesPage() {
  return <IssueTable />
}
