import { ApplicationTable } from '#features/applications/dashboard/application-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'

const InviteDialog = lazyComponent(
  () => import('#features/interviews/dashboard/invite-dialog.tsx'),
  'InviteDialog',
)

export const meta = () => dashboardMeta('Applications')

export default function ApplicationsPage() {
  return <ApplicationTable InviteDialog={InviteDialog} />
}
