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
    const caret = caretIn(before)
    element.showModal()
    first(element)?.focus()
    // `close()` would give back the focus without the caret, and what is typed then would be lost. Until the dialog is
    // removed, nothing behind it can be focused.
    return () =>
      queueMicrotask(() => {
        if (!(before instanceof HTMLElement)) return
        before.focus()
        if (!caret || !before.contains(caret.startContainer)) return
        getSelection()?.removeAllRanges()
        getSelection()?.addRange(caret)
      })
  }, [])
}

/** Where the caret stands in an editor, which a browser puts at the editor's begin when it gets the focus again. */
function caretIn(editor: Element | null) {
  const selection = getSelection()
  if (!(editor instanceof HTMLElement && editor.isContentEditable)) return
  return selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : undefined
}
