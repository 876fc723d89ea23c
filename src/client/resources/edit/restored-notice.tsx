import { useRef } from 'react'
import { UndoStrip } from '../undo/undo-strip.tsx'
import type { useEditForm } from './use-edit-form.ts'

const back = 'What you had typed is back.'
const unsaved = { text: `${back} It is not saved yet.` }
const uncertain = { text: `${back} It may have been saved: please look first.` }

/**
 * Says that a form has again what was typed into it before the page was loaded anew, and discards that on demand. It
 * stands before the form, which has the focus next.
 */
export function RestoredNotice({ restored }: Pick<ReturnType<typeof useEditForm>, 'restored'>) {
  const ref = useRef<HTMLDivElement>(null)
  if (!restored) return null

  function leave(run: () => void) {
    const form = ref.current?.nextElementSibling
    run()
    requestAnimationFrame(() =>
      form
        ?.querySelector<HTMLElement>('input:not([hidden]), select, textarea, button')
        ?.focus({ preventScroll: true }),
    )
  }

  return (
    <div ref={ref} role="status" className="mb-4">
      <UndoStrip
        change={restored.isSent ? uncertain : unsaved}
        isBusy={false}
        onUndo={undefined}
        also={{ label: 'Discard it', run: () => leave(restored.onDiscard) }}
        onClose={() => leave(restored.onClose)}
      />
    </div>
  )
}
