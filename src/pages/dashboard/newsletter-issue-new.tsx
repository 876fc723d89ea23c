import { IssueTextForm } from '#features/newsletter/dashboard/issue-editor.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('New newsletter issue')

export default function NewsletterIssueNewPage() {
  return <IssueTextForm />
}
