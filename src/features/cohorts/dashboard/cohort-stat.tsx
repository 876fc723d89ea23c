import { StatCard } from '#ui/stat-card.tsx'
import { useOpenCohorts } from './use-open-cohorts.ts'

/** The number of open cohorts, and of their free places. */
export function CohortStat() {
  const { cohorts } = useOpenCohorts()
  const places = cohorts?.reduce(
    (sum, { limit, total_registered }) => sum + limit - total_registered,
    0,
  )
  return (
    <StatCard
      label="Open cohorts"
      value={cohorts?.length}
      to="/dashboard/cohorts?status=open"
      text={places === undefined ? undefined : `${places.toLocaleString('en')} places left`}
    />
  )
}
