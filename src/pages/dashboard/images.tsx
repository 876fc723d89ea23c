import { ImageTable } from '#features/images/dashboard/image-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Images')

export default function ImagesPage() {
  return <ImageTable />
}
