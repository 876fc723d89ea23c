import { useRead } from '#client/api/queries.ts'
import { StatCard } from '#ui/stat-card.tsx'

/** The number of talents with the status 'new'. */
export function TalentStat() {
  const { data } = useRead('talents.list', { status: 'NEW', page_size: 1 })
  return (
    <StatCard
      label="New talents"
      value={data?.total_items}
      to="/dashboard/talents?status=NEW&ordering=created_at"
      text="Registered to be introduced"
    />
  )
}
