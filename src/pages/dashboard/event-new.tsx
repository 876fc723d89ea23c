import { useSearchParams } from 'react-router'
import { NewEvent } from '#features/events/dashboard/event-editor.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('New event')

export default function EventNewPage() {
  const [params] = useSearchParams()
  const from = Number(params.get('from')) || undefined
  return <NewEvent key={from ?? 'new'} copiedId={from} />
}
