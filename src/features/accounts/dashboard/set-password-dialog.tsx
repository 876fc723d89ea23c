import { useWrite } from '#client/api/queries.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { notify } from '#ui/feedback/notify.ts'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { UserRow } from '../contract.ts'
import { passwordLengthMin } from '../validation.ts'

type SetPasswordDialogProps = { user: UserRow; onClose: () => void }

/** Sets a new password for a user who has forgotten theirs. */
export function SetPasswordDialog({ user, onClose }: SetPasswordDialogProps) {
  const update = useWrite('users.update')
  const form = useCallForm<{ password: string }>({ password: '' }, async ({ password }) => {
    await update.mutateAsync({ id: user.id, password })
    notify({ type: 'success', message: `${user.name} has a new password.` })
    onClose()
  })
  return (
    <FormDialog
      title={`Set a new password for ${user.name}`}
      description="They are signed out everywhere at once."
      submitLabel="Set password"
      onSubmit={form.submit}
      onClose={onClose}
      isBusy={form.isBusy}
      isDirty={form.isDirty}
      problem={form.problem}
      size="sm"
    >
      <PasswordField
        {...form.register('password')}
        label="New password"
        hint={`At least ${passwordLengthMin} characters.`}
        autoComplete="new-password"
        error={form.errorOf('password')}
        required
      />
    </FormDialog>
  )
}
