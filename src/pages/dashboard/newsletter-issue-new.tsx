import { dashboardMeta } from '#layout/dashboard/meta.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'

const IssueTextForm = lazyComponent(
  () => import('#features/newsletter/dashboard/issue-text-form.tsx'),
  'IssueTextForm',
)

export const meta = () => dashboardMeta('New newsletter issue')

export default function NewsletterIssueNewPage() {
  return <IssueTextForm />
}
