import { CommentTable } from '#features/comments/dashboard/comment-table.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Comments')

export default function CommentsPage() {
  return <CommentTable />
}
