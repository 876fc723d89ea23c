import { SelectField } from '../forms/select-field.tsx'
import type { DataColumn } from './columns.ts'
import type { ListAddress } from './list-address.ts'

type SortSelectProps<Row> = {
  columns: readonly DataColumn<Row>[]
  address: ListAddress
  defaultOrdering: string
  className?: string
}

/** Sorts where a table has no head to click, as on small screens. */
export function SortSelect<Row>(props: SortSelectProps<Row>) {
  const { columns, address, defaultOrdering, className } = props
  const options = columns.flatMap(({ ordering, header }) =>
    ordering
      ? [
          { value: ordering, label: `${header}, upwards` },
          { value: `-${ordering}`, label: `${header}, downwards` },
        ]
      : [],
  )
  return (
    <SelectField
      label="Sorted by"
      options={options}
      value={address.get('ordering') || defaultOrdering}
      onChange={({ target }) =>
        address.set({ ordering: target.value === defaultOrdering ? '' : target.value })
      }
      className={className}
    />
  )
}
