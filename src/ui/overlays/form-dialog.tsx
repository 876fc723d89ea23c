import { type FormEvent, type ReactNode, type Ref, useId } from 'react'
import { Button } from '../button.tsx'
import { notify } from '../feedback/notify.ts'
import { FormError } from '../forms/form-error.tsx'
import { submitByKeys } from '../forms/submit-by-keys.ts'
import { useIsUnmounted } from '../use-is-unmounted.ts'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog-window.tsx'
import { focusFirst } from './focus-first.ts'
import { useDiscardQuestion } from './use-discard-question.tsx'

type FormDialogProps = Omit<DialogProps, 'actions' | 'isOpen' | 'title'> & {
  title: string
  formRef?: Ref<HTMLFormElement>
  /** @returns why it has failed, which is notified where the page of the dialog was left meanwhile */
  onSubmit: (event: FormEvent) => Promise<string | undefined>
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
  const { title, description, size, onSubmit, onClose, submitLabel, isDanger, problem, children } =
    props
  const { isBusy, isDirty, isSent } = props
  const id = useId()
  const discard = useDiscardQuestion({ isDirty, isBusy, onDiscard: onClose, isSent })
  const isUnmounted = useIsUnmounted()

  async function submit(event: FormEvent) {
    const failure = await onSubmit(event)
    if (!failure || !isUnmounted.current) return
    notify({ type: 'error', message: `${title}${title.endsWith('?') ? '' : ':'} ${failure}` })
  }

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
          onSubmit={submit}
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
