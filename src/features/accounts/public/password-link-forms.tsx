import { useState } from 'react'
import { api } from '#client/api/client.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { EmailField } from '#ui/forms/text-field.tsx'
import { type PasswordLinkKind, passwordLengthMin } from '../validation.ts'

/** Asks for a link by email to choose a new password. */
export function ForgottenPasswordForm() {
  const [sent, setSent] = useState<string>()
  const form = useCallForm({ email: '' }, async ({ email }) => {
    setSent(undefined)
    setSent((await api.accounts.requestPasswordReset({ email })).detail)
  })
  return (
    <form method="post" noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      <EmailField {...form.field('email')} autoComplete="username" required />
      <FormError>{form.problem}</FormError>
      <Button type="submit" size="lg" isBusy={form.isBusy}>
        Send the link
      </Button>
      <div role="status">
        {sent && (
          <p className="rounded bg-success-soft px-4 py-3 font-medium text-success">{sent}</p>
        )}
      </div>
    </form>
  )
}

type SetPasswordFormProps = {
  link: { kind: PasswordLinkKind; token: string }
  onSet: (email: string) => void
}

/** Sets the password of somebody who was invited, or has forgotten theirs. */
export function SetPasswordForm({ link: { kind, token }, onSet }: SetPasswordFormProps) {
  const form = useCallForm({ password: '' }, async ({ password }) => {
    const { acceptInvitation, resetPassword } = api.accounts
    const set = kind === 'invitation' ? acceptInvitation : resetPassword
    onSet((await set({ token, password })).email)
  })
  return (
    <form method="post" noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      <PasswordField
        {...form.field('password')}
        label={kind === 'invitation' ? 'Password' : 'New password'}
        hint={`At least ${passwordLengthMin} characters. Several words in a row are easy to keep in mind.`}
        autoComplete="new-password"
        required
      />
      <FormError>{form.problem}</FormError>
      <Button type="submit" size="lg" isBusy={form.isBusy}>
        Set password
      </Button>
    </form>
  )
}
