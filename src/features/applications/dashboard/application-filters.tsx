import { useRead } from '#client/query.ts'
import { Button } from '#ui/button.tsx'
import type { ListAddress } from '#ui/data-table/list-address.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { genders, levelLabels, levels } from '../rules.ts'
import { genderLabels } from './labels.ts'
import { filterNames } from './list-filters.ts'
import { statusOptions } from './status-badge.tsx'

/** The filters besides the search. Each choice stands in the address at once. */
export function ApplicationFilters({ address }: { address: ListAddress }) {
  const cohorts = useRead('cohorts.list', { status: 'all', ordering: 'name', page_size: 100 })
  const techStacks = useRead('techStacks.list', { page_size: 1000 })
  const selects = [
    { name: 'status', label: 'Status', all: 'Any status', options: statusOptions },
    {
      name: 'cohort_id',
      label: 'Cohort',
      all: 'Any cohort',
      options: cohorts.data?.results.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      name: 'tech_stack_id',
      label: 'Tech stack',
      all: 'Any tech stack',
      options: techStacks.data?.results.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      name: 'level',
      label: 'Level',
      all: 'Any level',
      options: levels.map((value) => ({ value, label: levelLabels[value] })),
    },
    {
      name: 'gender',
      label: 'Gender',
      all: 'Any gender',
      options: genders.map((value) => ({ value, label: genderLabels[value] })),
    },
  ]
  const dates = [
    { name: 'created_from', label: 'Applied from' },
    { name: 'created_to', label: 'Applied until' },
  ]
  return (
    <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-4 xl:grid-cols-7">
      {selects.map(({ name, label, all, options }) => (
        <SelectField
          key={name}
          label={label}
          placeholder={all}
          options={options}
          value={address.get(name)}
          onChange={(event) => address.set({ [name]: event.target.value })}
        />
      ))}
      {dates.map(({ name, label }) => (
        <TextField
          key={name}
          type="date"
          label={label}
          value={address.get(name)}
          onChange={(event) => address.set({ [name]: event.target.value })}
        />
      ))}
    </div>
  )
}

/** Takes every filter and the search out of the address. */
export function ClearFilters({ address }: { address: ListAddress }) {
  const isNarrowed = filterNames.some((name) => address.get(name) !== '')
  if (!isNarrowed) return null
  return (
    <Button
      variant="quiet"
      size="sm"
      onClick={() => address.set(Object.fromEntries(filterNames.map((name) => [name, ''])))}
    >
      Clear filters
    </Button>
  )
}
