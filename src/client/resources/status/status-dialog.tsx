import { lazyComponent } from '#ui/lazy/lazy-component.tsx'

/** Changes one status with a note, unless another user has changed it since. Its form is loaded with it. */
export const StatusDialog = lazyComponent(
  () => import('./status-dialog-window.tsx'),
  'StatusDialogWindow',
)
