import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '../button.tsx'
import { FormError } from '../forms/form-error.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { useDiscardQuestion } from './use-discard-question.tsx'

type FormDialogProps = Omit<DialogProps, 'actions' | 'isOpen'> & {
  onSubmit: (event: FormEvent) => unknown
  submitLabel: string
  isDanger?: boolean
  isBusy: boolean
  /** Whether something was typed that closing would lose; it asks then. */
  isDirty: boolean
  /** What went wrong with the whole. */
  problem?: ReactNode
  children: ReactNode
}

/**
 * The dialog would give the focus to its cross; where it finds it among the fields, it leaves it there. As it has not
 * seen then where the focus came from, that is remembered here.
 */
function focusFirst(form: HTMLFormElement | null) {
  const before = document.activeElement
  form?.querySelector<HTMLElement>('input:not([hidden]), select, textarea')?.focus()
  return () => {
    requestAnimationFrame(() => {
      const isLost = document.activeElement === document.body
      if (isLost && before instanceof HTMLElement) before.focus()
    })
  }
}

/**
 * A dialog around a form. It is open for as long as it is rendered, and asks before it loses what was typed, also to
 * another page.
 */
export function FormDialog(props: FormDialogProps) {
  const { onSubmit, submitLabel, isDanger, isBusy, isDirty, problem, onClose, children } = props
  const id = useId()
  const discard = useDiscardQuestion({ isDirty, isBusy, onDiscard: onClose })

  function close() {
    if (isBusy) return
    if (isDirty) discard.ask()
    else onClose()
  }

  const actions = (
    <>
      <Button variant="secondary" onClick={close} aria-disabled={isBusy}>
        Cancel
      </Button>
      <Button type="submit" form={id} variant={isDanger ? 'danger' : 'primary'} isBusy={isBusy}>
        {submitLabel}
      </Button>
    </>
  )
  const { title, description, size } = props
  return (
    <>
      <Dialog isOpen onClose={close} {...{ title, description, size, actions }}>
        <form
          ref={focusFirst}
          id={id}
          noValidate
          onSubmit={onSubmit}
          className="flex flex-col gap-4"
        >
          {children}
          <FormError>{problem}</FormError>
        </form>
      </Dialog>
      {discard.question}
    </>
  )
}
