import { useParams } from 'react-router'
import { CertificateDetailPage } from '#features/certificates/dashboard/certificate-detail.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Certificate')

export default function CertificatePage() {
  const id = Number(useParams().id)
  return <CertificateDetailPage key={id} id={id} />
}
