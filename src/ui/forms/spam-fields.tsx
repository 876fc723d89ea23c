import { HoneypotField } from './honeypot-field.tsx'

/** The fields of a public form for the spam check: the form's token and the honeypot. */
export function SpamFields({ formToken }: { formToken: string }) {
  return (
    <>
      <input type="hidden" name="form_token" value={formToken} />
      <HoneypotField />
    </>
  )
}
