import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { importWithRetry } from './import-with-retry.ts'

/** Keys that are pressed while a component loads are meant for it: no shortcut takes them. */
export const loading = <span hidden data-lazy="" />

/**
 * A component that is loaded when it is first rendered, and renders nothing until then:
 * `lazyComponent(() => import('./note-dialog.tsx'), 'NoteDialog')`.
 * @param meanwhile null for a part of a page, whose keys go on working
 */
export function lazyComponent<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  meanwhile: ReactNode = loading,
): Module[Name] {
  const Loaded = lazy(async () => {
    const module = await importWithRetry(load)
    return { default: module[name] as ComponentType<object> }
  })
  const render = (props: object) => (
    <Suspense fallback={meanwhile}>
      <Loaded {...props} />
    </Suspense>
  )
  // As generic as the component itself.
  return render as Module[Name]
}
