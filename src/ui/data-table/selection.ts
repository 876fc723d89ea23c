import { useEffect, useState } from 'react'
import { isSameJson } from '#shared/is-same-json.ts'

export type RowId = number | string

/** What the table needs to know of the selected rows. */
export type Selection<Id extends RowId> = {
  has: (id: Id) => boolean
  /** Selects or deselects a row; with `isRange`, all rows of the page from the last toggled one to this one. */
  toggle: (id: Id, isSelected: boolean, isRange?: boolean) => void
  /** Selects or deselects every row of the page. */
  togglePage: (isSelected: boolean) => void
  /** Selects all rows that match, on every page; undefined where that isn't possible, or done. */
  selectAll?: { total: number; run: () => void }
}

/** A page of a list, whose other pages can be selected, too. */
export type MatchingPage = { total_items: number; seen_at: string; has_more?: boolean }

/** All rows that matched when the list was read, on every page. */
export type AllMatching = { total: number; seenAt: string }

export type RowSelection<Row extends { id: RowId }> = Selection<Row['id']> & {
  count: number
  /** The selected rows as the user last saw them. Without meaning while `all` is set. */
  rows: ReadonlyMap<Row['id'], Row>
  all: AllMatching | undefined
  /** Deselects these rows. */
  drop: (ids: ReadonlySet<Row['id']>) => void
  clear: () => void
}

export type SelectionState<Row extends { id: RowId }> = {
  /** The list that it is a selection of. */
  key: string
  rows: ReadonlyMap<Row['id'], Row>
  all?: AllMatching
}

export const withoutRows = <Row extends { id: RowId }>(
  now: SelectionState<Row>,
  ids: ReadonlySet<Row['id']>,
): SelectionState<Row> => ({
  ...now,
  rows: new Map([...now.rows].filter(([id]) => !ids.has(id))),
})

export const nothingSelected = { key: '', rows: new Map<never, never>() }

/** One row, for what is made for many. */
export const selectionOf = <Row extends { id: RowId }>(row: Row): RowSelection<Row> => ({
  count: 1,
  rows: new Map([[row.id, row]]),
  all: undefined,
  has: (id) => id === row.id,
  toggle() {},
  togglePage() {},
  drop() {},
  clear() {},
})

/**
 * The selected rows, on this page and on others. Another `listKey` has another selection, because other rows match:
 * nobody should change rows that they can't see.
 * @param page the rows of the current page, in order
 * @param state holds the selection, and may outlast the page
 * @param matching the page as it was read, where all that match can be selected; undefined while it is loading
 */
export function useSelection<Row extends { id: RowId }>(
  page: readonly Row[],
  listKey: string,
  [state, setState]: readonly [
    SelectionState<Row>,
    (change: (now: SelectionState<Row>) => SelectionState<Row>) => void,
  ],
  matching?: MatchingPage,
): RowSelection<Row> {
  const [last, setLast] = useState<Row['id']>()
  const { rows: seen, all } = state.key === listKey ? state : { ...nothingSelected, all: undefined }
  const pageById = new Map(page.map((row) => [row.id, row]))
  const rows = new Map([...seen].map(([id, row]) => [id, pageById.get(id) ?? row]))

  // On another page of the list they are as they were here when they were seen last.
  // By what is in them: a page may make new objects of the same rows at each render.
  const hasNewer = [...rows].some(([id, row]) => !isSameJson(seen.get(id), row))
  useEffect(() => {
    if (!hasNewer) return
    const byId = new Map(page.map((row) => [row.id, row]))
    setState((now) => ({
      ...now,
      rows: new Map([...now.rows].map(([id, row]) => [id, byId.get(id) ?? row])),
    }))
  }, [hasNewer, page, setState])

  const isMore = matching && !matching.has_more && !all && rows.size < matching.total_items

  function change(ids: readonly Row['id'][], isSelected: boolean) {
    setState((now) => {
      const isOfList = now.key === listKey
      // To deselect one of all leaves the others that are in sight.
      const next = new Map(isOfList && now.all ? pageById : isOfList ? now.rows : [])
      for (const id of ids) {
        const row = pageById.get(id)
        if (isSelected && row) next.set(id, row)
        else next.delete(id)
      }
      return { key: listKey, rows: next }
    })
  }

  return {
    count: all?.total ?? rows.size,
    rows,
    all,
    has: (id) => all !== undefined || rows.has(id),
    toggle(id, isSelected, isRange = false) {
      const ids = page.map((row) => row.id)
      const [from, to] = [last === undefined ? -1 : ids.indexOf(last), ids.indexOf(id)]
      const isWhole = isRange && from >= 0 && to >= 0
      change(isWhole ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id], isSelected)
      setLast(id)
    },
    togglePage: (isSelected) =>
      change(
        page.map((row) => row.id),
        isSelected,
      ),
    selectAll: isMore
      ? {
          total: matching.total_items,
          run() {
            const { total_items: total, seen_at: seenAt } = matching
            setState(() => ({ key: listKey, rows, all: { total, seenAt } }))
          },
        }
      : undefined,
    drop: (ids) => setState(({ all: _, ...now }) => withoutRows(now, ids)),
    clear: () => setState(() => ({ key: listKey, rows: new Map() })),
  }
}
