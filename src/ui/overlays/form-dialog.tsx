import { type FormEvent, type ReactNode, type Ref, useId } from 'react'
import { Button } from '../button.tsx'
import { FormError } from '../forms/form-error.tsx'
import { submitByKeys } from '../forms/submit-by-keys.ts'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog-window.tsx'
import { focusFirst } from './focus-first.ts'
import { useDiscardQuestion } from './use-discard-question.tsx'

type FormDialogProps = Omit<DialogProps, 'actions' | 'isOpen'> & {
  formRef?: Ref<HTMLFormElement>
  onSubmit: (event: FormEvent) => unknown
  onInput?: (event: FormEvent<HTMLFormElement>) => void
  submitLabel: string
  /** Where 'Cancel' could be taken for what the form does. */
  closeLabel?: string
  isDanger?: boolean
  isBusy: boolean
  /** Whether closing would lose typed values. The dialog then asks first. */
  isDirty: boolean
  isSent?: boolean
  /** The error of the whole form. */
  problem?: ReactNode
  children: ReactNode
}

/**
 * A dialog with a form. It is open while it is rendered, and asks before typed values are lost, also by a navigation.
 */
export function FormDialog(props: FormDialogProps) {
  const { onSubmit, submitLabel, isDanger, isBusy, isDirty, isSent, problem, onClose, children } =
    props
  const id = useId()
  const discard = useDiscardQuestion({ isDirty, isBusy, onDiscard: onClose, isSent })

  function close() {
    if (isBusy) return
    if (isDirty) discard.ask()
    else onClose()
  }

  const actions = (
    <>
      <Button variant="secondary" onClick={close} aria-disabled={isBusy}>
        {props.closeLabel ?? 'Cancel'}
      </Button>
      <Button
        type="submit"
        form={id}
        variant={isDanger ? 'danger' : 'primary'}
        isBusy={isBusy}
        aria-keyshortcuts="Control+Enter"
      >
        {submitLabel}
      </Button>
    </>
  )
  const { title, description, size } = props
  return (
    <>
      <Dialog
        isOpen
        onClose={close}
        finalFocus={false}
        title={title}
        description={description}
        size={size}
        actions={actions}
      >
        <form
          ref={props.formRef}
          id={id}
          noValidate
          onSubmit={onSubmit}
          onInput={props.onInput}
          onKeyDown={(event) => !isBusy && submitByKeys(event)}
          className="flex flex-col gap-4"
        >
          <div ref={focusFirst} className="contents">
            {children}
          </div>
          <FormError>{problem}</FormError>
        </form>
      </Dialog>
      {discard.question}
    </>
  )
}
