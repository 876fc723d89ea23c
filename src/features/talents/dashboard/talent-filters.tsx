import { useRead } from '#client/api/queries.ts'
import type { ListAddress } from '#ui/data-table/list-address.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import type { TalentFilters } from '../contract.ts'
import {
  availabilities,
  availabilityLabels,
  levelLabels,
  talentLevels,
  talentOrders,
  talentStatuses,
} from '../validation.ts'
import { statusOptions } from './status-badge.tsx'

/** The parameters of the address that narrow the list, besides the search. */
export const filterNames = ['status', 'skill', 'level', 'availability'] as const

/** The filters that the address names, as the call takes them; what makes no sense is left out. */
export const filtersOf = (address: ListAddress): TalentFilters => ({
  search: address.get('search').slice(0, 200),
  skill: address.get('skill').slice(0, 200),
  status: address.oneOf('status', talentStatuses),
  level: address.oneOf('level', talentLevels),
  availability: address.oneOf('availability', availabilities),
})

export const orderingOf = (address: ListAddress) => address.oneOf('ordering', talentOrders)

/** The filters besides the search. Each choice stands in the address at once. */
export function TalentFilterFields({ address }: { address: ListAddress }) {
  const skills = useRead('talents.skills', undefined)
  const named = skills.data?.results.map(({ name, talents }) => ({
    value: name,
    label: `${name} (${talents})`,
  }))
  const selects = [
    { name: 'status', label: 'Status', all: 'Any status', options: statusOptions },
    { name: 'skill', label: 'Skill', all: 'Any skill', options: named },
    {
      name: 'level',
      label: 'Level',
      all: 'Any level',
      options: talentLevels.map((value) => ({ value, label: levelLabels[value] })),
    },
    {
      name: 'availability',
      label: 'Can start',
      all: 'Any time',
      options: availabilities.map((value) => ({ value, label: availabilityLabels[value] })),
    },
  ]
  return selects.map(({ name, label, all, options }) => (
    <SelectField
      key={name}
      label={label}
      placeholder={all}
      options={options}
      value={address.get(name)}
      onChange={(event) => address.set({ [name]: event.target.value })}
    />
  ))
}
