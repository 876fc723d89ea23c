import { FilterChips } from '#ui/filter-chips.tsx'
import { articleCategories, categoryLabels } from '../categories.ts'
import { type CategoryChoice, insightsUrl } from './insights-url.ts'

const choices: { value: CategoryChoice; label: string }[] = [
  { value: 'all', label: 'All' },
  ...articleCategories.map((value) => ({ value, label: categoryLabels[value] })),
]

/** Filters articles by category. */
export const CategoryChips = ({ chosen }: { chosen: CategoryChoice }) => (
  <FilterChips
    label="Categories"
    choices={choices}
    chosen={chosen}
    hrefOf={(category) => insightsUrl(category)}
  />
)
