/**
 * Focuses the first field: the dialog would focus its close button, but keeps a focus that is inside it already. The
 * dialog then does not know the previously focused element, so the focus is restored here.
 */
export function focusFirst(part: HTMLElement | null) {
  const before = document.activeElement
  part?.querySelector<HTMLElement>('input:not([hidden]), select, textarea')?.focus()
  return () => {
    requestAnimationFrame(() => {
      const isLost = document.activeElement === document.body
      if (isLost && before instanceof HTMLElement) before.focus()
    })
  }
}
