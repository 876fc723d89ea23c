import { useParams } from 'react-router'
import { MessageDetailPage } from '#features/contact/dashboard/message-detail.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Message')

export default function MessagePage() {
  const id = Number(useParams().id)
  return <MessageDetailPage key={id} id={id} />
}
