import { UndoStrip } from '../undo/undo-strip.tsx'
import type { useEditForm } from './use-edit-form.ts'

const change = { text: 'What you had typed is back. It is not saved yet.' }

/** Says that a form has again what was typed into it before the page was loaded anew, and discards that on demand. */
export const RestoredNotice = ({ restored }: Pick<ReturnType<typeof useEditForm>, 'restored'>) =>
  restored && (
    <div role="status" className="mb-4">
      <UndoStrip
        change={change}
        isBusy={false}
        onUndo={undefined}
        also={{ label: 'Discard it', run: restored.onDiscard }}
        onClose={restored.onClose}
      />
    </div>
  )
