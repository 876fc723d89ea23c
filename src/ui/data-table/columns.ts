import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { ListAddress } from './list-address.ts'

export type DataColumn<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The name of the order by this column, if the server can sort by it. */
  ordering?: string
  /** Sorts downwards first, as the newest of dates. */
  isDescendingFirst?: boolean
  /** What the row is called. It always shows, and is the heading of the row's card on small screens. */
  isMain?: boolean
  /** Shows only when it is chosen. */
  isHiddenAtFirst?: boolean
  className?: string
}

/** The ids of the columns to show: those that the address names, else those that show at first. */
export function shownColumns<Row>(columns: readonly DataColumn<Row>[], address: ListAddress) {
  const named = address.get('columns').split(',')
  const chosen = columns.filter(({ id }) => named.includes(id))
  const shown = chosen.length > 0 ? chosen : columns.filter((column) => !column.isHiddenAtFirst)
  return new Set([...shown, ...columns.filter((column) => column.isMain)].map(({ id }) => id))
}

/** What the address says when a column is shown or hidden; nothing when those show that show at first. */
export function columnsParameter<Row>(
  columns: readonly DataColumn<Row>[],
  shown: ReadonlySet<string>,
) {
  const isAsAtFirst = columns.every(({ id, isHiddenAtFirst }) => shown.has(id) === !isHiddenAtFirst)
  if (isAsAtFirst) return undefined
  return columns
    .map(({ id }) => id)
    .filter((id) => shown.has(id))
    .join(',')
}

type TimeColumn = Pick<DataColumn<never>, 'ordering' | 'isDescendingFirst' | 'isHiddenAtFirst'> & {
  className?: string
  /** What stands there where the row has no such time. */
  none?: string
}

/** A column of days or moments: `timeColumn('start', 'Start', formatDate, { ordering: 'start' })`. */
export const timeColumn = <Id extends string>(
  id: Id,
  header: string,
  format: (time: string) => string,
  { none = '–', className, ...column }: TimeColumn = {},
): DataColumn<Record<Id, string | null>> => ({
  ...column,
  id,
  header,
  className: classNames('whitespace-nowrap', className),
  cell: ({ [id]: time }) => (time === null ? none : format(time)),
})
