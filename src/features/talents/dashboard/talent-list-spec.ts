import { useRead } from '#client/api/queries.ts'
import { choicesFilter, loadedChoices, readText, textFilter } from '#ui/data-table/filters.ts'
import {
  availabilityLabels,
  talentLevelLabels,
  talentOrders,
  talentStatusLabels,
} from '../validation.ts'

const useSkillOptions = () =>
  useRead('talents.skills', undefined).data?.results.map(({ name, talents }) => ({
    value: name,
    label: `${name} (${talents})`,
  }))

/** The filters and orders of the list, which the links to the previous and next talent use as well. */
export const talentListSpec = {
  filters: {
    search: textFilter('Search talents'),
    status: choicesFilter('Status', 'Any status', talentStatusLabels),
    skill: loadedChoices('Skill', 'Any skill', readText(200), useSkillOptions),
    level: choicesFilter('Level', 'Any level', talentLevelLabels),
    availability: choicesFilter('Can start', 'Any time', availabilityLabels),
  },
  orders: talentOrders,
  defaultOrdering: '-created_at',
}
