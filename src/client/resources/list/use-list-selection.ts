import {
  type MatchingPage,
  nothingSelected,
  type RowId,
  type SelectionState,
  useSelection,
  withoutRows,
} from '#ui/data-table/selection.ts'
import type { ProcedureName } from '../../api/queries.ts'
import { useKeptState } from '../page/use-kept-state.ts'

/**
 * The selected rows of a list. They stay selected while the page of one of them is open.
 * @param rows of the page, as they are shown
 * @param matching the page as it was read, where all that match can be selected; undefined while it is loading
 */
export const useListSelection = <Row extends { id: RowId }>(
  { procedure, filters }: { procedure: ProcedureName; filters: object },
  rows: readonly Row[] = [],
  matching?: MatchingPage,
) => useSelection(rows, JSON.stringify(filters), useKept<Row>(procedure), matching)

/**
 * Takes a row that is gone out of the selection of its list.
 * @param procedure any of the resource, such as the one that returns a row
 */
export function useDeselect(procedure: ProcedureName) {
  const [, update] = useKept<{ id: RowId }>(procedure)
  return (id: RowId) => update((now) => withoutRows(now, new Set([id])))
}

const useKept = <Row extends { id: RowId }>(procedure: ProcedureName) =>
  useKeptState<SelectionState<Row>>(`selected ${procedure.split('.')[0]}`, nothingSelected)
