import { OutboxTable } from '#features/outbox/dashboard/outbox-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Outbox')

export default function OutboxPage() {
  return <OutboxTable />
}
