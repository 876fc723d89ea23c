import { Check, CloudOff, LoaderCircle, TriangleAlert } from '#ui/icons.ts'
import type { DraftState } from './draft-saver.ts'

type SavingLineProps = { state: DraftState; hasUnsaved: boolean }

/** Whether what was typed is stored. */
export function SavingLine({ state, hasUnsaved }: SavingLineProps) {
  const { icon: Icon, text, isBad } = savingText(state, hasUnsaved)
  return (
    <p
      role="status"
      className={`flex min-w-0 items-center gap-1.5 text-sm ${isBad ? 'font-semibold text-error' : 'text-muted'}`}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {text}
    </p>
  )
}

function savingText({ saving, problem, errors, draft }: DraftState, hasUnsaved: boolean) {
  if (saving === 'offline') return { icon: CloudOff, text: 'Not saved: offline', isBad: true }
  if (saving === 'failed') {
    return { icon: TriangleAlert, text: `Not saved: ${problem}`, isBad: true }
  }
  if (saving === 'conflict') {
    return { icon: TriangleAlert, text: 'Not saved: changed by two', isBad: true }
  }
  if (Object.keys(errors).length > 0) {
    return { icon: TriangleAlert, text: 'Saved, but for the marked fields', isBad: true }
  }
  if (saving !== 'saved' || hasUnsaved) return { icon: LoaderCircle, text: 'Saving…', isBad: false }
  const addition = draft.has_changes ? ', not yet published' : ''
  return { icon: Check, text: `Saved${addition}`, isBad: false }
}
