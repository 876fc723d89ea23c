import { useState } from 'react'

export type RowId = number | string

export type Selection<Id extends RowId> = {
  ids: ReadonlySet<Id>
  has: (id: Id) => boolean
  /** Selects or deselects a row; with `isRange`, all rows of the page from the last toggled one to this one. */
  toggle: (id: Id, isSelected: boolean, isRange?: boolean) => void
  /** Selects or deselects every row of the page. */
  togglePage: (isSelected: boolean) => void
  replace: (ids: readonly Id[]) => void
  clear: () => void
}

/**
 * The selected rows, on this page and on others. Clears the selection when `listKey` changes, because other rows match
 * then: nobody should change rows that they can't see.
 * @param pageIds the ids of the current page, in order
 */
export function useSelection<Id extends RowId>(
  pageIds: readonly Id[],
  listKey: string,
): Selection<Id> {
  const [ids, setIds] = useState<ReadonlySet<Id>>(new Set())
  const [last, setLast] = useState<Id>()
  const [key, setKey] = useState(listKey)
  if (key !== listKey) {
    setKey(listKey)
    setIds(new Set())
  }

  function change(changed: readonly Id[], isSelected: boolean) {
    const next = new Set(ids)
    for (const id of changed) {
      if (isSelected) next.add(id)
      else next.delete(id)
    }
    setIds(next)
  }

  return {
    ids,
    has: (id) => ids.has(id),
    toggle(id, isSelected, isRange = false) {
      const [from, to] = [last === undefined ? -1 : pageIds.indexOf(last), pageIds.indexOf(id)]
      const isWhole = isRange && from >= 0 && to >= 0
      const range = isWhole ? pageIds.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
      change(range, isSelected)
      setLast(id)
    },
    togglePage: (isSelected) => change(pageIds, isSelected),
    replace: (next) => setIds(new Set(next)),
    clear: () => setIds(new Set()),
  }
}
