import { useParams } from 'react-router'
import { CohortBoard } from '#features/applications/dashboard/board/cohort-board.tsx'
import { dashboardMeta } from '#layout/dashboard/meta.ts'

export const meta = () => dashboardMeta('Board')

export default function CohortBoardPage() {
  const id = Number(useParams().id)
  return <CohortBoard key={id} id={id} />
}
