import { useRead } from '#client/api/queries.ts'
import type { ListAddress } from '#ui/data-table/list-address.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { genders, levelLabels, levels } from '../validation.ts'
import { genderLabels } from './labels.ts'
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
    <>
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
    </>
  )
}
