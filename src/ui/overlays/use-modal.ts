import { type RefObject, useLayoutEffect } from 'react'

/**
 * Opens the dialog for as long as it is rendered, and gives the focus back after that.
 * @param first finds what gets the focus
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  first: (dialog: HTMLDialogElement) => HTMLElement | null,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is opened once
  useLayoutEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    if (!element) return
    element.showModal()
    first(element)?.focus()
    // `close()` would give back the focus without the caret, and what is typed then would be lost. Until the dialog is
    // removed, nothing behind it can be focused.
    return () => queueMicrotask(() => before instanceof HTMLElement && before.focus())
  }, [])
}
