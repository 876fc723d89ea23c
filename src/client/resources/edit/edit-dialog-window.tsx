import { type ReactNode, useRef } from 'react'
import type { Control, FieldValues, UseFormWatch } from 'react-hook-form'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { ProcedureName } from '../../api/queries.ts'
import { notifySaved } from './notify-saved.ts'
import { Presence } from './presence.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { type EditField, type EditOptions, useEditForm } from './use-edit-form.ts'

type EditDialogProps<Row, Values extends FieldValues> = EditOptions<Row, Values> & {
  /** The singular name of a row, such as 'cohort'. */
  noun: string
  /** The procedure that saves a row: whoever may call it sees who else edits the row. */
  savedBy: ProcedureName
  rowName: (row: Row) => string
  onClose: () => void
  /**
   * The fields; `field('name')` gives the props of one, `watch('name')` its value as it is typed, `control` is for
   * those that are no native inputs.
   */
  children: (
    field: EditField<Values>,
    watch: UseFormWatch<Values>,
    control: Control<Values>,
  ) => ReactNode
}

/** Creates or edits a row in a dialog, which is open while it is rendered. */
export function EditDialogWindow<Row extends { id: number | string }, Values extends FieldValues>(
  props: EditDialogProps<Row, Values>,
) {
  const { noun, savedBy, rowName, onClose, children } = props
  const { form, field, edited, isSent, conflict } = useEditForm(props, (saved, isTypedOn) => {
    notifySaved(rowName(saved), isTypedOn)
    if (!isTypedOn) onClose()
  })
  const formRef = useRef<HTMLFormElement>(null)
  // As the dialog's own button does, so that it tells of a failure after its page was left.
  const saveMine = () => conflict?.saveMine(() => formRef.current?.requestSubmit())
  return (
    <FormDialog
      formRef={formRef}
      title={edited ? `Edit ${rowName(edited)}` : `New ${noun}`}
      submitLabel={edited ? 'Save' : `Create ${noun}`}
      onSubmit={form.submit}
      onClose={onClose}
      isBusy={form.isBusy}
      isDirty={form.isDirty}
      isSent={isSent}
      problem={conflict ? <StaleNotice {...conflict} saveMine={saveMine} /> : form.problem}
    >
      {edited && (
        <Presence
          kind={savedBy}
          id={edited.id}
          className="absolute -top-3 right-16 left-5 sm:left-7"
        />
      )}
      {children(field, form.watch, form.control)}
    </FormDialog>
  )
}
