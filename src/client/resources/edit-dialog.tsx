import { lazyComponent } from '#ui/lazy/lazy-component.tsx'

/** Creates or edits a row in a dialog, which is open while it is rendered. Its form is loaded with it. */
export const EditDialog = lazyComponent(
  () => import('./edit-dialog-window.tsx'),
  'EditDialogWindow',
)
