import { useRead } from '#client/api/queries.ts'
import { ResourcePage } from '#client/resources/resource-page.tsx'
import { useResourceList } from '#client/resources/use-resource-list.ts'
import { fullName } from '#shared/full-name.ts'
import { choiceFilter, loadedFilter, readText, textFilter } from '#ui/data-table/filters.ts'
import { MenuItem, MenuLink, MenuSeparator } from '#ui/overlays/menu.tsx'
import { statusLabels, statusOptions } from '#ui/status-badge.tsx'
import { availabilityLabels, talentLevelLabels, talentOrders } from '../validation.ts'
import { talentColumns } from './talent-columns.tsx'
import { talentDeletion, talentStatusLooks, useTalentStatus } from './talent-status.ts'

const useSkillOptions = () =>
  useRead('talents.skills', undefined).data?.results.map(({ name, talents }) => ({
    value: name,
    label: `${name} (${talents})`,
  }))

const listSpec = {
  filters: {
    search: textFilter('Search talents'),
    status: choiceFilter('Status', 'Any status', statusLabels(talentStatusLooks)),
    skill: loadedFilter('Skill', 'Any skill', readText(200), useSkillOptions),
    level: choiceFilter('Level', 'Any level', talentLevelLabels),
    availability: choiceFilter('Can start', 'Any time', availabilityLabels),
  },
  orders: talentOrders,
  defaultOrdering: '-created_at',
}

/** All registered talents. */
export function TalentTable() {
  const list = useResourceList('talents.list', listSpec)
  const changeStatus = useTalentStatus()
  const { search } = list.address

  return (
    <ResourcePage
      title="Talents"
      text="People who registered to be introduced to employers."
      noun="talents"
      list={list}
      columns={() => talentColumns(search)}
      rowName={fullName}
      emptyText="New registrations appear here as they come in."
      deletion={talentDeletion}
      rowMenu={(talent) => (
        <>
          <MenuLink to={`/dashboard/talents/${talent.id}${search}`}>Open</MenuLink>
          <MenuSeparator />
          {statusOptions(talentStatusLooks, talent.status).map(({ value, label }) => (
            <MenuItem key={value} onSelect={() => changeStatus(talent, value)}>
              Mark as {label.toLowerCase()}
            </MenuItem>
          ))}
        </>
      )}
    />
  )
}
