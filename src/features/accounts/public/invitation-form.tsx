import { api } from '#client/api/client.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { passwordLengthMin } from '../validation.ts'

type InvitationFormProps = { token: string; onAccepted: (email: string) => void }

/** Sets the first password of somebody who was invited. */
export function InvitationForm({ token, onAccepted }: InvitationFormProps) {
  const form = useCallForm({ password: '' }, async ({ password }) => {
    const { email } = await api.accounts.acceptInvitation({ token, password })
    onAccepted(email)
  })
  return (
    <form method="post" noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      <PasswordField
        {...form.register('password')}
        label="Password"
        hint={`At least ${passwordLengthMin} characters. Several words in a row are easy to keep in mind.`}
        autoComplete="new-password"
        required
        error={form.errorOf('password')}
      />
      <FormError>{form.problem}</FormError>
      <Button type="submit" size="lg" isBusy={form.isBusy}>
        Set password
      </Button>
    </form>
  )
}
