import { type RefObject, useEffect, useState } from 'react'

/** The keyboard shortcuts of a list, for their dialog. */
export const shortcuts = [
  { key: '/', does: 'Search' },
  { key: 'j', does: 'Go to the next row' },
  { key: 'k', does: 'Go to the row before' },
  { key: 'x', does: 'Select the row' },
  { key: 'Enter', does: 'Open the row' },
  { key: '?', does: 'Show these shortcuts' },
] as const

let areOn = true

/** Switches the shortcuts off until the page is reloaded: single keys disturb speech input. */
export function useShortcutSwitch() {
  const [isOn, setIsOn] = useState(areOn)
  return {
    isOn,
    setIsOn(next: boolean) {
      areOn = next
      setIsOn(next)
    },
  }
}

type ShortcutTargets = {
  search: RefObject<HTMLInputElement | null>
  /** The element around the table. */
  list: RefObject<HTMLElement | null>
  /** @param rowId the `data-row-id` of the row's element */
  onSelect?: (rowId: string, isRange: boolean) => void
  onHelp: () => void
}

/** Handles the shortcuts of a list, but not while the user types or while a dialog or menu is open. */
export function useShortcuts({ search, list, onSelect, onHelp }: ShortcutTargets) {
  useEffect(() => {
    function handle(event: KeyboardEvent) {
      if (!areOn || isElsewhere(event)) return
      const key = event.key.toLowerCase()
      if (key === '/') search.current?.focus()
      else if (key === '?') onHelp()
      else if (key === 'j') moveFocus(list.current, 1)
      else if (key === 'k') moveFocus(list.current, -1)
      else if (key === 'x') {
        const id = document.activeElement?.closest('tr')?.dataset.rowId
        if (!id || !onSelect) return
        onSelect(id, event.shiftKey)
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  })
}

function isElsewhere(event: KeyboardEvent) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const target = event.target as HTMLElement
  const isTyping = target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')
  return (
    isTyping || document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
  )
}

/** Focuses the name of the next or previous row, which Enter opens. */
function moveFocus(list: HTMLElement | null, step: 1 | -1) {
  const rows = [...(list?.querySelectorAll<HTMLElement>('tr[data-row-id]') ?? [])]
  const current = rows.findIndex((row) => row.contains(document.activeElement))
  const next = current < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, current + step))
  const main = rows[next]?.querySelector<HTMLElement>('[data-main-cell] :is(a, button)')
  main?.focus()
  main?.scrollIntoView({ block: 'nearest' })
}
