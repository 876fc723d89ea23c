import { EventTable } from '#features/events/dashboard/event-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Events')

export default function EventsPage() {
  return <EventTable />
}
