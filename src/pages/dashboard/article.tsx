import { useParams } from 'react-router'
import { ArticleEditorPage } from '#features/news/dashboard/article-editor-page.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Article')

export default function EditArticlePage() {
  const id = Number(useParams().id)
  return <ArticleEditorPage key={id} id={id} />
}
