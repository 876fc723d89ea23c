import { lazyComponent } from '#ui/lazy/lazy-component.tsx'

/** The props of a resource's own dialog. */
export type EditorProps<Row> = {
  /** The row to edit; undefined creates a new one. */
  row?: Row
  onClose: () => void
}

/** Creates or edits a row in a dialog, which is open while it is rendered. Its form is loaded with it. */
export const EditDialog = lazyComponent(
  () => import('./edit-dialog-window.tsx'),
  'EditDialogWindow',
)
