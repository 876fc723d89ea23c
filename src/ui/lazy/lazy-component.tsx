import { type ComponentType, lazy, Suspense } from 'react'
import { importWithRetry } from './import-with-retry.ts'

/** Keys that are pressed meanwhile are meant for what is being loaded: no shortcut takes them. */
export const loading = <span hidden data-loading="" />

/**
 * A component that is loaded when it is first rendered, and renders nothing until then:
 * `lazyComponent(() => import('./note-dialog.tsx'), 'NoteDialog')`.
 */
export function lazyComponent<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] {
  const Loaded = lazy(async () => {
    const module = await importWithRetry(load)
    return { default: module[name] as ComponentType<object> }
  })
  const render = (props: object) => (
    <Suspense fallback={loading}>
      <Loaded {...props} />
    </Suspense>
  )
  // As generic as the component itself.
  return render as Module[Name]
}
