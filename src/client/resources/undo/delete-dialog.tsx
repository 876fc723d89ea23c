import { useState } from 'react'
import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import type { DeleteDialogProps } from './delete-dialog-window.tsx'

export type { DeleteDialogProps } from './delete-dialog-window.tsx'

const DeleteDialogWindow = lazyComponent(
  () => import('./delete-dialog-window.tsx'),
  'DeleteDialogWindow',
)

/** Deletes a row after a confirmation. Its window is loaded when it is first opened. */
export function DeleteDialog<Row extends { id: number | string }>(props: DeleteDialogProps<Row>) {
  const isOpen = props.row !== undefined
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return wasOpen && <DeleteDialogWindow {...props} isOpen={isOpen} />
}
