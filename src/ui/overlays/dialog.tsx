import { useState } from 'react'
import { importWithRetry } from '../lazy/import-with-retry.ts'
import { lazyComponent } from '../lazy/lazy-component.tsx'
import type { DialogProps } from './dialog-window.tsx'

const load = () => import('./dialog-window.tsx')
const DialogWindow = lazyComponent(load, 'DialogWindow')

/** Loads the window ahead, for a dialog that may have to open without a connection. */
export const loadDialogWindow = () => importWithRetry(load)

/**
 * A modal dialog: traps the focus and restores it; closes on Escape, on its close button and on a click outside. Its
 * window is loaded when it is first opened.
 */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  return wasOpen && <DialogWindow {...props} />
}
