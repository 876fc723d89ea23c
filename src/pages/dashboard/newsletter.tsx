import { SubscriberTable } from '#features/newsletter/dashboard/subscriber-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Newsletter')

export default function NewsletterPage() {
  return <SubscriberTable />
}
