import { useState } from 'react'
import { authState } from '#client/api/auth-state.ts'
import { api } from '#client/api/client.ts'
import { parseApiError } from '#client/api/errors.ts'
import { useCallForm } from '#client/forms/use-call-form.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { EmailField, TextField } from '#ui/forms/text-field.tsx'

type Values = { email: string; password: string; code: string }

/**
 * Signs in with email and password, and with a second-factor code if the account requires one.
 * @param email the user who signs in again, who can't be another one
 */
export function SignInForm({ email }: { email?: string }) {
  const [isCodeAsked, setIsCodeAsked] = useState(false)
  const form = useCallForm<Values>({ email: email ?? '', password: '', code: '' }, signIn)

  async function signIn({ email, password, code }: Values) {
    try {
      const session = await api.accounts.login({ email, password, ...(isCodeAsked && { code }) })
      authState.signIn({ access: session.access, refresh: session.refresh }, session.user)
    } catch (error) {
      const { fields } = parseApiError(error)
      if (!fields.code || isCodeAsked) {
        // The email or password is wrong: start over, because no code is needed yet.
        if (isCodeAsked && (fields.email || fields.password)) startOver()
        throw error
      }
      setIsCodeAsked(true)
    }
  }

  function startOver() {
    setIsCodeAsked(false)
    form.setValue('code', '')
  }

  return (
    // POST, so that the form doesn't put the password into the URL where the page's scripts can't be loaded.
    <form method="post" noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      <div className={isCodeAsked ? 'hidden' : 'flex flex-col gap-5'}>
        <EmailField
          {...form.field('email')}
          autoComplete="username"
          readOnly={email !== undefined}
          required
        />
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="current-password"
          required
        />
      </div>
      {isCodeAsked && (
        <TextField
          {...form.field('code')}
          label="Code"
          hint="The six digits that your authenticator app shows, or one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
          required
        />
      )}
      <FormError>{form.problem}</FormError>
      <Button type="submit" size="lg" isBusy={form.isBusy}>
        {isCodeAsked ? 'Confirm' : 'Sign in'}
      </Button>
      {isCodeAsked && (
        <Button variant="quiet" onClick={startOver}>
          Back
        </Button>
      )}
    </form>
  )
}
