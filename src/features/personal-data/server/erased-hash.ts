import { signatureOf } from '#platform/security/signing.ts'

/** Stands for who was erased: no use to whoever has it without the secret. */
export const erasedHash = ({ secret }: { secret: string }, email_key: string) =>
  signatureOf(email_key, 'erased e-mails', secret)
