/**
 * Focuses what replaces a pressed control, unless the visitor has gone on to another one. The page is none, nor is a
 * message that a script has focused: keys don't reach them.
 */
export function focusIfLost(element: HTMLElement | null) {
  const { activeElement } = document
  const isElsewhere = activeElement instanceof HTMLElement && activeElement.tabIndex >= 0
  if (!isElsewhere) element?.focus({ preventScroll: true })
}

/** Focuses what takes the place of a pressed button that goes: a press is done again once the page is hydrated. */
export function focusInPlaceOf(button: HTMLElement, element: HTMLElement | null) {
  button.blur()
  focusIfLost(element)
}
