import { useRead } from '#client/api/queries.ts'
import { FigureCard } from '#ui/stat-card.tsx'

/** How many talents have registered whom nobody has looked at yet. */
export function TalentFigure() {
  const { data } = useRead('talents.list', { status: 'NEW', page_size: 1 })
  return (
    <FigureCard
      label="New talents"
      figure={data?.total_items}
      to="/dashboard/talents?status=NEW&ordering=created_at"
      text="Registered to be introduced"
    />
  )
}
