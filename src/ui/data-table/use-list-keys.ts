import { type RefObject, useEffect, useRef } from 'react'
import { useShortcuts } from '../shortcuts/shortcuts.ts'
import type { ListUrl } from './list-url.ts'

type ListKeys = {
  /** The field that searches, where there is one. */
  search?: RefObject<HTMLInputElement | null>
  /** The button that opens the filters, where there are any. */
  filters?: RefObject<HTMLButtonElement | null>
  /** The element around the rows, which have `data-row-id`. */
  list: RefObject<HTMLElement | null>
  listUrl: ListUrl
  /** The last page; undefined while the rows of the page are loading. */
  lastPage: number | undefined
  /** @param rowId the `data-row-id` of the row's element */
  onSelect?: (rowId: string, how: { isRange?: boolean; isAdded?: boolean }) => void
  /** Selects the rows of the page, or takes them out again. */
  onSelectPage?: () => void
  /** Selects all that match, or does nothing while that isn't possible. */
  onSelectAll?: () => void
  /** Whether the rows have a menu, within `data-row-menu`. */
  hasMenus?: boolean
  /** Called when a row gets the focus, however. */
  onFocus?: (rowId: string) => void
  /** Called when a key has moved the focus to a row, or when the row that had it is gone. */
  onMove?: (rowId: string) => void
}

/**
 * The keys of every list. Beyond the last row the next page begins. A row that goes leaves the focus to the next one.
 */
export function useListKeys(keys: ListKeys) {
  const { search, filters, list, listUrl, lastPage, onSelect, onSelectPage, onSelectAll } = keys
  const { hasMenus = false, onFocus, onMove } = keys
  const current = useRef<{ id: string; index: number }>(undefined)
  /** From which end of the page that is loading a row gets the focus. */
  const arriving = useRef<'first' | 'last'>(undefined)
  const rowsOf = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row-id]') ?? [])]
  const idOf = (row: HTMLElement) => row.dataset.rowId ?? ''

  function focus(row: HTMLElement | undefined) {
    const main = row?.querySelector<HTMLElement>('[data-main-cell] :is(a, button)')
    main?.focus()
    main?.scrollIntoView({ block: 'nearest' })
    if (row) onMove?.(idOf(row))
  }

  /** The row with the focus, or else the one that had it last. */
  function currentIndex() {
    const rows = rowsOf()
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    return at >= 0 ? at : rows.findIndex((row) => idOf(row) === current.current?.id)
  }

  function toggleFilters() {
    const button = filters?.current
    // Closing may hide what has the focus.
    button?.focus()
    button?.click()
    const id = button?.getAttribute('aria-controls') ?? ''
    requestAnimationFrame(() =>
      document.getElementById(id)?.querySelector<HTMLElement>('input, select, button')?.focus(),
    )
  }

  function move(step: 1 | -1, isShifted: boolean) {
    const rows = rowsOf()
    const from = currentIndex()
    const next = from < 0 ? 0 : from + step
    const page = listUrl.page + step
    if (isShifted && onSelect) {
      for (const row of [rows[from], rows[next]]) if (row) onSelect(idOf(row), { isAdded: true })
    }
    if (rows[next]) focus(rows[next])
    else if (lastPage !== undefined && page >= 1 && page <= lastPage) {
      arriving.current = step === 1 ? 'first' : 'last'
      listUrl.set({ page })
    }
  }

  useShortcuts([
    ...(search ? [{ key: '/', does: 'Search', run: () => search.current?.focus() }] : []),
    {
      key: 'j',
      canRepeat: true,
      does: 'Go to the next row, also of the next page',
      ...(onSelect && { withShift: 'Select on to the next row' }),
      run: ({ isShifted }) => move(1, isShifted),
    },
    {
      key: 'k',
      canRepeat: true,
      does: 'Go to the row before',
      ...(onSelect && { withShift: 'Select back to the row before' }),
      run: ({ isShifted }) => move(-1, isShifted),
    },
    ...(onSelect
      ? [
          {
            key: 'x',
            does: 'Select the row',
            withShift: 'Select the rows since the last one',
            run: ({ isShifted }: { isShifted: boolean }) => {
              const row = rowsOf().find((one) => one.contains(document.activeElement))
              if (row) onSelect(idOf(row), { isRange: isShifted })
            },
          },
        ]
      : []),
    ...(onSelectPage
      ? [
          {
            key: 'e',
            does: 'Select every row of the page, or none',
            ...(onSelectAll && { withShift: 'Select all that match' }),
            run: ({ isShifted }: { isShifted: boolean }) =>
              isShifted ? onSelectAll?.() : onSelectPage(),
          },
        ]
      : []),
    ...(hasMenus
      ? [
          {
            key: 'o',
            does: 'Open the menu of the row',
            run: () =>
              rowsOf()
                [currentIndex()]?.querySelector<HTMLElement>('[data-row-menu] button')
                ?.click(),
          },
        ]
      : []),
    ...(filters ? [{ key: 'f', does: 'Open or close the filters', run: toggleFilters }] : []),
    { key: 'Enter', does: 'Open the row' },
  ])

  useEffect(() => {
    const element = list.current
    function remember({ target }: FocusEvent) {
      const index = rowsOf().findIndex((row) => row.contains(target as Node))
      const row = rowsOf()[index]
      if (!row) return
      current.current = { id: idOf(row), index }
      onFocus?.(idOf(row))
    }
    element?.addEventListener('focusin', remember)
    return () => element?.removeEventListener('focusin', remember)
  })

  useEffect(() => {
    const rows = rowsOf()
    if (lastPage === undefined || rows.length === 0) return
    if (arriving.current) {
      focus(rows.at(arriving.current === 'first' ? 0 : -1))
      arriving.current = undefined
      return
    }
    const last = current.current
    const isGone = last && !rows.some((row) => idOf(row) === last.id)
    if (isGone && document.activeElement === document.body) {
      focus(rows[Math.min(last.index, rows.length - 1)])
    }
  })
}
