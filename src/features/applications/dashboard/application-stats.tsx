import { StatCard } from '#ui/stat-card.tsx'
import { useApplicationCounts } from './use-application-counts.ts'

/** The number of applications, and of those that are pending. */
export function ApplicationStats() {
  const { counts } = useApplicationCounts()
  const known = counts.every(({ count }) => count !== undefined)
  const total = counts.reduce((sum, { count }) => sum + (count ?? 0), 0)
  const pending = counts.find(({ status }) => status === 'PENDING')?.count
  return (
    <>
      <StatCard
        label="Applications"
        value={known ? total : undefined}
        to="/dashboard/applications"
        text="In all cohorts"
      />
      <StatCard
        label="Pending"
        value={pending}
        to="/dashboard/applications?status=PENDING&ordering=created_at"
        text="Nobody has looked at them yet"
      />
    </>
  )
}
