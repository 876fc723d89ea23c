import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
} from 'react'
import { notify } from '../feedback/notify.ts'
import { importWithRetry } from './import-with-retry.ts'

/** Keys that are pressed while a component loads are meant for it: no shortcut takes them. */
export const loading = <span hidden data-lazy="" />

/**
 * A component that is loaded when it is first rendered, and renders nothing until then:
 * `lazyComponent(() => import('./note-dialog.tsx'), 'NoteDialog')`. Where it can't be loaded, the page stays.
 * @param meanwhile null for a part of a page, whose keys go on working
 */
export function lazyComponent<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  meanwhile: ReactNode = loading,
): Module[Name] {
  const Loaded = lazy(() =>
    importWithRetry(load).then(
      (module) => ({ default: module[name] as ComponentType<object> }),
      (error: unknown) => {
        console.error(error)
        return { default: MissingPart as ComponentType<object> }
      },
    ),
  )
  const render = (props: object) => (
    <Suspense fallback={meanwhile}>
      <Loaded {...props} />
    </Suspense>
  )
  // As generic as the component itself.
  return render as Module[Name]
}

const notLoaded =
  'This part could not be loaded: the site may have been updated. Save what you typed, then reload the page.'

/** Says that a part of the page can't be loaded, and how to go on. */
export const notifyNotLoaded = () =>
  notify({ type: 'error', message: notLoaded, durationMs: Infinity })

/**
 * In place of a component whose script is gone, as after an update: what is typed on the page must not go with it. A
 * dialog closes, and says so again when it is opened again.
 */
function MissingPart({ isOpen = true, onClose }: { isOpen?: boolean; onClose?: () => void }) {
  const close = useEffectEvent(() => onClose?.())
  useEffect(() => {
    if (!isOpen) return
    notifyNotLoaded()
    close()
  }, [isOpen])
  return !onClose && <p>{notLoaded}</p>
}
