import { type RefObject, useEffect, useState } from 'react'

/** What a key does in a list; for the dialog that tells them. */
export const shortcuts = [
  { key: '/', does: 'Search' },
  { key: 'j', does: 'Go to the next row' },
  { key: 'k', does: 'Go to the row before' },
  { key: 'x', does: 'Select the row' },
  { key: 'Enter', does: 'Open the row' },
  { key: '?', does: 'Show these shortcuts' },
] as const

let areOn = true

/** Single keys get in the way of speech input, so they can be switched off until the page is loaded anew. */
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
  /** The element that holds the table. */
  list: RefObject<HTMLElement | null>
  /** @param rowId as the row's element has it, in `data-row-id` */
  onSelect?: (rowId: string, isRange: boolean) => void
  onHelp: () => void
}

/** The keys of a list. They are quiet while somebody types, and while a dialog or menu is open. */
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

/** Puts the focus on what the next row is called; Enter opens it from there. */
function moveFocus(list: HTMLElement | null, step: 1 | -1) {
  const rows = [...(list?.querySelectorAll<HTMLElement>('tr[data-row-id]') ?? [])]
  const current = rows.findIndex((row) => row.contains(document.activeElement))
  const next = current < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, current + step))
  const main = rows[next]?.querySelector<HTMLElement>('[data-main-cell] :is(a, button)')
  main?.focus()
  main?.scrollIntoView({ block: 'nearest' })
}
