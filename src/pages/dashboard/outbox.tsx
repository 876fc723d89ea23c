import { OutboxList } from '#features/outbox/dashboard/outbox-list.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Outbox')

export default function OutboxPage() {
  return <OutboxList />
}
