import { ArticleTable } from '#features/news/dashboard/article-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('News')

export default function NewsPage() {
  return <ArticleTable />
}
