import { useParams } from 'react-router'
import { IssueEditor } from '#features/newsletter/dashboard/issue-editor.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Edit newsletter issue')

export default function NewsletterIssuePage() {
  const id = Number(useParams().id)
  return <IssueEditor key={id} id={id} />
}
