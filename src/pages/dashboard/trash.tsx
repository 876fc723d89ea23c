import { TrashTable } from '#features/trash/dashboard/trash-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Trash')

export default function TrashPage() {
  return <TrashTable />
}
