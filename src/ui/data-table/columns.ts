import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { ListUrl } from './list-url.ts'

export type DataColumn<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The value of `ordering` for this column, if the API can sort by it. */
  ordering?: string
  /** Sorts in descending order first, such as the newest date first. */
  isDescendingFirst?: boolean
  /** The column with the row's name. It is always shown, and is the heading of the row's card on small screens. */
  isMain?: boolean
  /** Hidden until it is chosen. */
  isHiddenAtFirst?: boolean
  className?: string
}

/** The ids of the visible columns: those in the URL, otherwise the default columns. */
export function shownColumns<Row>(columns: readonly DataColumn<Row>[], listUrl: ListUrl) {
  const named = listUrl.get('columns').split(',')
  const chosen = columns.filter(({ id }) => named.includes(id))
  const shown = chosen.length > 0 ? chosen : columns.filter((column) => !column.isHiddenAtFirst)
  return new Set([...shown, ...columns.filter((column) => column.isMain)].map(({ id }) => id))
}

/** The `columns` parameter after a column is shown or hidden; empty for the default columns. */
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
  /** The text for a row without this time. */
  none?: string
}

/** A column of dates or times: `timeColumn('start', 'Start', formatDate, { ordering: 'start' })`. */
export const timeColumn = <Id extends string>(
  id: Id,
  header: string,
  format: (time: string) => string,
  { none = '–', className, ...column }: TimeColumn = {},
): DataColumn<Record<Id, string | null>> => ({
  ...column,
  id,
  header,
  className: classNames('sm:whitespace-nowrap', className),
  cell: ({ [id]: time }) => (time === null ? none : format(time)),
})
