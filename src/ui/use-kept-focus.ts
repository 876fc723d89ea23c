import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * Keeps the focus in a group of buttons: when the focused one is gone, or the one that opened a dialog that has closed,
 * the last one that is there gets it.
 * @returns the props of the group
 */
export function useKeptFocus() {
  const group = useRef<HTMLDivElement>(null)
  const focused = useRef<Element>(null)

  useEffect(() => {
    if (!focused.current || focused.current.isConnected) return
    if (document.activeElement !== document.body) return
    const buttons = group.current?.querySelectorAll<HTMLElement>('a, button') ?? []
    ;[...buttons].at(-1)?.focus()
  })

  // Events of a dialog that is rendered in the group come here as well.
  const isWithin = (target: Element) => group.current?.contains(target) ?? false
  return {
    ref: group,
    onFocus({ target }: FocusEvent) {
      if (isWithin(target)) focused.current = target
    },
    onBlur({ target, relatedTarget }: FocusEvent) {
      if (isWithin(target) && !relatedTarget?.closest('[role=dialog]')) focused.current = null
    },
  }
}
