import { useParams } from 'react-router'
import { EventEditor } from '#features/events/dashboard/event-editor.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Edit event')

export default function EventEditPage() {
  const id = Number(useParams().id)
  return <EventEditor key={id} id={id} />
}
