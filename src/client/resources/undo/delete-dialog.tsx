import { lazyComponent } from '#ui/lazy/lazy-component.tsx'
import type { DeleteDialogProps } from './delete-dialog-window.tsx'

export type { DeleteDialogProps } from './delete-dialog-window.tsx'

const DeleteDialogWindow = lazyComponent(
  () => import('./delete-dialog-window.tsx'),
  'DeleteDialogWindow',
)

/** Deletes a row after a confirmation. Its window is loaded when it is first opened. */
export const DeleteDialog = <Row extends { id: number | string }>(
  props: DeleteDialogProps<Row>,
) => <DeleteDialogWindow {...props} isOpen={props.row !== undefined} />
