import { lazyComponent } from '#ui/lazy/lazy-component.tsx'

/** Imports a CSV file: reports on each row before anything is written, and after. Its form is loaded with it. */
export const ImportDialog = lazyComponent(
  () => import('./import-dialog-window.tsx'),
  'ImportDialogWindow',
)
