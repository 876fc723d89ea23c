import { TemplateTable } from '#features/contact/dashboard/template-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Reply templates')

export default function ReplyTemplatesPage() {
  return <TemplateTable />
}
