import { SelectField } from '../forms/select-field.tsx'
import { TextField } from '../forms/text-field.tsx'
import type { Filter, Filters } from './filters.ts'
import type { ListAddress } from './list-address.ts'

/** The fields of a list's filters besides the search. Each choice stands in the address at once. */
export function FilterFields({ filters, address }: { filters: Filters; address: ListAddress }) {
  return Object.entries(filters).map(([name, filter]) => {
    const Field = fields[filter.control]
    return Field && <Field key={name} {...{ name, filter, address }} />
  })
}

type FilterFieldProps = { name: string; filter: Filter; address: ListAddress }

function ChoiceField({ name, filter, address }: FilterFieldProps) {
  return (
    <SelectField
      label={filter.label}
      placeholder={filter.anyLabel}
      options={filter.useOptions?.()}
      value={address.get(name)}
      onChange={(event) => address.set({ [name]: event.target.value })}
    />
  )
}

function DayField({ name, filter, address }: FilterFieldProps) {
  return (
    <TextField
      type="date"
      label={filter.label}
      value={address.get(name)}
      onChange={(event) => address.set({ [name]: event.target.value })}
    />
  )
}

const fields = { search: undefined, choice: ChoiceField, day: DayField }
