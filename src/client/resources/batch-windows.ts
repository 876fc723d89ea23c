import { lazyComponent } from '#ui/lazy/lazy-component.tsx'

/** The windows of a batch, loaded when the first one is run. */
export const BatchProgress = lazyComponent(
  () => import('./batch-progress.tsx'),
  'BatchProgressWindow',
)
export const BatchOutcomeDialog = lazyComponent(
  () => import('./batch-outcome-dialog.tsx'),
  'BatchOutcomeWindow',
)
