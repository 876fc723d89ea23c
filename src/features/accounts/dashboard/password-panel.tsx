import { useWrite } from '#client/api/queries.ts'
import { useUser } from '#client/api/use-auth-state.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/feedback/notify.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { passwordLengthMin } from '../validation.ts'
import { Panel } from './panel.tsx'

const blank = { current_password: '', new_password: '' }

/** Changes the signed-in user's password. */
export function PasswordPanel() {
  const { email } = useUser()
  const change = useWrite('accounts.changePassword')
  const form = useCallForm(blank, async (values) => {
    await change.mutateAsync(values)
    form.reset(blank)
    notify({ type: 'success', message: 'Your password has been changed.' })
  })
  return (
    <Panel title="Password" text="A new password ends your sessions on all other devices.">
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        {/* Lets password managers find the account of this password. */}
        <input hidden autoComplete="username" value={email} readOnly />
        <PasswordField
          {...form.field('current_password')}
          label="Current password"
          autoComplete="current-password"
          required
        />
        <PasswordField
          {...form.field('new_password')}
          label="New password"
          hint={`At least ${passwordLengthMin} characters.`}
          autoComplete="new-password"
          required
        />
        <FormError>{form.problem}</FormError>
        <Button type="submit" isBusy={form.isBusy} className="self-start">
          Change password
        </Button>
      </form>
    </Panel>
  )
}
