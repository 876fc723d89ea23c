import { TagTable } from '#features/news/dashboard/tag-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Tags')

export default function TagsPage() {
  return <TagTable />
}
