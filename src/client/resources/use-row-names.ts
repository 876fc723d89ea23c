import { useEffect, useRef } from 'react'
import type { RowId } from '#ui/data-table/selection.ts'

/** What rows are called, of all that have been shown so far; others go by their id. @param noun such as 'Application' */
export function useRowNames<Row extends { id: RowId }>(
  rows: readonly Row[] | undefined,
  rowName: (row: Row) => string,
  noun: string,
) {
  const names = useRef(new Map<Row['id'], string>())
  useEffect(() => {
    for (const row of rows ?? []) names.current.set(row.id, rowName(row))
  }, [rows, rowName])
  return (id: Row['id']) => names.current.get(id) ?? `${noun} ${id}`
}
