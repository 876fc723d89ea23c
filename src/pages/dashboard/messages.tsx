import { MessageTable } from '#features/contact/dashboard/message-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Messages')

export default function MessagesPage() {
  return <MessageTable />
}
