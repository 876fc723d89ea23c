import { lazyComponent } from '#ui/lazy/lazy-component.tsx'

/** Changes all selected rows: asks for the values, shows the progress, then the outcome. Its form is loaded with it. */
export const BatchDialog = lazyComponent(
  () => import('./batch-dialog-window.tsx'),
  'BatchDialogWindow',
)
