import { HoneypotField } from './honeypot-field.tsx'

/** What the spam check reads of a public form: when it was opened, and the field that only bots fill in. */
export function SpamFields({ formToken }: { formToken: string }) {
  return (
    <>
      <input type="hidden" name="form_token" value={formToken} />
      <HoneypotField />
    </>
  )
}
