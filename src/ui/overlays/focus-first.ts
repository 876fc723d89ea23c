/** What had the focus before a dialog that is just closing: the next one, in its place, gives the focus back to that. */
let returning: HTMLElement | null = null

/**
 * Focuses the first field: the dialog would focus its close button, but keeps a focus that is inside it already. The
 * dialog then does not know the previously focused element, so the focus is restored here.
 */
export function focusFirst(part: HTMLElement | null) {
  const before = lastingFocus()
  part?.querySelector<HTMLElement>('input:not([hidden]), select, textarea')?.focus()
  return () => {
    returning = before
    requestAnimationFrame(() => {
      returning = null
      const isLost = document.activeElement === document.body
      if (isLost) before?.focus()
    })
  }
}

/** The focused element, or the button of the menu that it is in: the menu is gone once the dialog closes. */
function lastingFocus() {
  const focused = document.activeElement
  if (returning && focused === document.body) return returning
  const menu = focused?.closest('[role=menu]')
  const trigger = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
  return trigger ?? (focused instanceof HTMLElement ? focused : null)
}
