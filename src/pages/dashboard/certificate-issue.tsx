import { IssuePage } from '#features/certificates/dashboard/issue-page.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Issue a cohort')

export default function CertificateIssuePage() {
  return <IssuePage />
}
