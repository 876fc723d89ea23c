import { AuditTable } from '#features/audit/dashboard/audit-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Audit log')

export default function AuditLogPage() {
  return <AuditTable />
}
