import { useCallForm } from '#client/forms/use-call-form.ts'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'

type ProvePasswordDialogProps = {
  title: string
  text: string
  submitLabel: string
  isDanger?: boolean
  /** Performs the protected action; its errors are shown. */
  onProve: (password: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the password again, so that nobody else at an unlocked screen can perform the action. */
export function ProvePasswordDialog(props: ProvePasswordDialogProps) {
  const { title, text, submitLabel, isDanger, onProve, onClose } = props
  const form = useCallForm({ password: '' }, ({ password }) => onProve(password))
  return (
    <FormDialog
      title={title}
      description={text}
      submitLabel={submitLabel}
      isDanger={isDanger}
      onSubmit={form.submit}
      onClose={onClose}
      isBusy={form.isBusy}
      isDirty={false}
      problem={form.problem}
      size="sm"
    >
      <PasswordField
        {...form.register('password')}
        label="Your password"
        autoComplete="current-password"
        autoFocus
        error={form.errorOf('password')}
        required
      />
    </FormDialog>
  )
}
