import type { ComponentProps } from 'react'
import { useRead } from '#client/api/queries.ts'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label'>

type ProofFieldsProps = { password: FieldProps; code: FieldProps }

/** Asks for the signed-in user's own password, and for a code where their second factor is on. */
export function ProofFields({ password, code }: ProofFieldsProps) {
  const { data } = useRead('accounts.secondFactor', undefined)
  return (
    <>
      <PasswordField {...password} label="Your password" autoComplete="current-password" required />
      {data?.enabled && (
        <TextField
          {...code}
          label="Your code"
          hint="The six digits that your authenticator app shows, or one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          required
        />
      )}
    </>
  )
}
