import { CertificateTable } from '#features/certificates/dashboard/certificate-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Certificates')

export default function CertificatesPage() {
  return <CertificateTable />
}
