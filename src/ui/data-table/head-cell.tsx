import type { DataColumn } from './columns.ts'
import type { ListAddress } from './list-address.ts'
import { type SortDirection, Th } from './table.tsx'

type HeadCellProps<Row> = {
  column: DataColumn<Row>
  address: ListAddress
  defaultOrdering: string | undefined
}

/** A column's heading; where the server can sort by it, a button that does. */
export function HeadCell<Row>({ column, address, defaultOrdering = '' }: HeadCellProps<Row>) {
  const { ordering, isDescendingFirst = false } = column
  if (!ordering) return <Th className={column.className}>{column.header}</Th>
  const current = address.get('ordering') || defaultOrdering
  const directions: Record<string, SortDirection> = {
    [ordering]: 'ascending',
    [`-${ordering}`]: 'descending',
  }
  const sort = directions[current]
  const isNextDescending = sort === undefined ? isDescendingFirst : sort === 'ascending'

  function handleSort() {
    const next = isNextDescending ? `-${ordering}` : ordering
    address.set({ ordering: next === defaultOrdering ? '' : next })
  }

  return (
    <Th sort={sort} onSort={handleSort} className={column.className}>
      {column.header}
    </Th>
  )
}
